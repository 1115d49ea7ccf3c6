export { createAccountChallenge, describeAccountChallenge, proveAccount } from '../ownership/proveAccount.js';
export { createPreviews, type OutboundSettings, outboundBounds, outboundBy } from '../preview/createPreviews.js';
export { previewOrigin } from '../preview/previewOrigin.js';
export { registerCandidate } from '../preview/registerCandidate.js';
export { type LeftOut, type Obstacle, toRegistration } from '../preview/toRegistration.js';
export { dnsServersOf, outboundRequest, userAgentOf } from './startChecks.js';
export { startMonitor } from './startMonitor.js';
