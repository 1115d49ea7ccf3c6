export { type Manifest, type ManifestResource, readManifest } from '../manifest/readManifest.js';
export { checkEndpoint, isTemplate } from './checkEndpoint.js';
export { type MonitorSettings, outboundRequest, startMonitor, userAgentOf } from './startMonitor.js';
export { startSettlements } from './startSettlements.js';
