export type { LocalPostgresOptions } from './cluster.js';
export { connectLocalPostgres, type LocalConnection } from './connectLocalPostgres.js';
export { DataDirectoryInUse } from './dataDirectoryInUse.js';
export { type KeepOptions, type KeptPostgres, keepLocalPostgres } from './keepLocalPostgres.js';
export { isRunning } from './processIdentity.js';
export { type LocalPostgres, startLocalPostgres } from './startLocalPostgres.js';
