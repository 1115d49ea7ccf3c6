export { type Manifest, type ManifestResource, readManifest } from '../manifest/readManifest.js';
export { describeChallenge, type ProofOptions, proofFault } from '../ownership/proveOwner.js';
export { checkEndpoint, filledTemplate, isTemplate } from './checkEndpoint.js';
export { compareTerms } from './compareTerms.js';
export { dnsServersOf, type MonitorSettings, outboundRequest, startMonitor, userAgentOf } from './startMonitor.js';
export { startSettlements } from './startSettlements.js';
