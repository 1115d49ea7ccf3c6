export { type MonitorSettings, outboundRequest, startMonitor, userAgentOf } from './startMonitor.js';
export { startSettlements } from './startSettlements.js';
