export { connectLocalPostgres } from './connectLocalPostgres.js';
export { type KeptPostgres, keepLocalPostgres } from './keepLocalPostgres.js';
export { DataDirectoryInUse } from './ownership.js';
export { isRunning } from './processIdentity.js';
export { type LocalPostgres, startLocalPostgres } from './startLocalPostgres.js';
