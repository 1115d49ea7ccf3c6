export { connectLocalPostgres, type LocalConnection } from './connectLocalPostgres.js';
export { DataDirectoryInUse } from './dataDirectoryInUse.js';
export { freePort } from './freePort.js';
export { isRunning } from './processIdentity.js';
export { type LocalPostgres, type LocalPostgresOptions, startLocalPostgres } from './startLocalPostgres.js';
