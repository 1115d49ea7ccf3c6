export { startGateway } from './programs/gateway.js';
export { type ServiceName, serviceProgram } from './programs/service.js';
export { type GatewayVariables, renderGateway } from './renderGateway.js';
export { missingPrograms, type Stack, type StackOptions, startStack } from './startStack.js';
