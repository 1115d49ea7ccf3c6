export { connectLocalPostgres } from './connectLocalPostgres.js';
export { DataDirectoryInUse } from './dataDirectoryInUse.js';
export { type KeptPostgres, keepLocalPostgres } from './keepLocalPostgres.js';
export { isRunning } from './processIdentity.js';
export { type LocalPostgres, startLocalPostgres } from './startLocalPostgres.js';
