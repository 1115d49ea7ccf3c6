export { type Manifest, type ManifestResource, readManifest } from '../manifest/readManifest.js';
export { describeChallenge, type ProofOptions, proofFault } from '../ownership/proveOwner.js';
export { checkEndpoint, filledTemplate, isTemplate } from './checkEndpoint.js';
export { compareTerms } from './compareTerms.js';
export { dnsServersOf, outboundRequest, userAgentOf } from './startChecks.js';
export { startMonitor } from './startMonitor.js';
