export { isAllowedAddress } from './addressRules.js';
export {
  type Answer,
  bodyLimit,
  createGuardedRequest,
  type GuardedRequest,
  type OutboundRequest,
  type OutboundRules,
  readPorts,
  untilDeadline,
} from './guardedRequest.js';
export { RequestFault } from './requestFault.js';
export { resolveTexts } from './resolveName.js';
