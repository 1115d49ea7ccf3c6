export type { Part } from './part.js';
export { type GatewayVariables, renderGateway } from './renderGateway.js';
export { missingPrograms } from './requirePrograms.js';
export { startGateway } from './startGateway.js';
export { type Stack, type StackOptions, startStack } from './startStack.js';
