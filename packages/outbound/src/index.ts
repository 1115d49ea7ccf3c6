export { isAllowedAddress } from './addressRules.js';
export {
  type Answer,
  bodyLimit,
  createGuardedRequest,
  type GuardedRequest,
  type OutboundRequest,
  type OutboundRules,
} from './guardedRequest.js';
export { readPorts } from './portRules.js';
export { type FaultKind, RequestFault } from './requestFault.js';
export { resolveTexts } from './resolveName.js';
export { untilDeadline } from './untilDeadline.js';
