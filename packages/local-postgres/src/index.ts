export { connectLocalPostgres } from './connectLocalPostgres.js';
export { endProcess, killGroup } from './endProcess.js';
export { freePort } from './freePort.js';
export { guardAgainstDeath } from './guardAgainstDeath.js';
export { DataDirectoryInUse } from './ownership.js';
export { isRunning } from './processIdentity.js';
export { type LocalPostgres, startLocalPostgres } from './startLocalPostgres.js';
export { type SupervisedPostgres, superviseLocalPostgres } from './superviseLocalPostgres.js';
