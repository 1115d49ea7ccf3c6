export { accountsCreate, accountsList, accountsSet } from './commands/accounts.js';
export { accountsWebhook } from './commands/accountsWebhook.js';
export { auditList } from './commands/auditList.js';
export { backup } from './commands/backup.js';
export { categoryLabel, categoryList } from './commands/category.js';
export { changesList } from './commands/changesList.js';
export { databaseReader } from './commands/databaseReader.js';
export { doctor } from './commands/doctor.js';
export { engineKeys } from './commands/engineKeys.js';
export { exportTo } from './commands/export.js';
export { importFrom } from './commands/import.js';
export { indexVerify } from './commands/indexVerify.js';
export { keysCreate, keysList, keysRevoke } from './commands/keys.js';
export { list } from './commands/list.js';
export { logStatus } from './commands/logStatus.js';
export { mirror } from './commands/mirror.js';
export {
  reportsList,
  reportsResolve,
  servicesHide,
  servicesImpostor,
  servicesModerated,
  servicesRestore,
} from './commands/moderation.js';
export { monitorHealth, monitorPause, monitorResume, monitorStatus } from './commands/monitor.js';
export { monitorCheck } from './commands/monitorCheck.js';
export { nodesDrain, nodesList, nodesRemove } from './commands/nodes.js';
export { register } from './commands/register.js';
export { restore } from './commands/restore.js';
export { indexRebuild, indexRetry, indexStatus } from './commands/searchIndex.js';
export { servicesList, servicesSearch, servicesShow } from './commands/services.js';
export {
  servicesAssign,
  servicesEdit,
  servicesRelease,
  servicesRemove,
  servicesSet,
} from './commands/servicesChange.js';
export { settlementsStatus } from './commands/settlementsStatus.js';
