export { mainNode } from '@shirube/contracts';
export { assignServices, listAccountServices } from './accounts/accountServices.js';
export {
  type Account,
  changeAccount,
  createAccount,
  findAccounts,
  listAccounts,
  operatorAccount,
} from './accounts/accounts.js';
export { watchCatalog } from './catalogWatch.js';
export { labelCategory, listCategories } from './categories/categories.js';
export { addLabels } from './categories/categoryLabels.js';
export { titleCase } from './categories/titleCase.js';
export { type FeedCursor, isBehindCursor, readFeedCursor, writeFeedCursor } from './changes/feedCursor.js';
export { forgetChanges } from './changes/forgetChanges.js';
export { changesChannel, type FeedPage, readChanges } from './changes/readChanges.js';
export { listServiceHistory } from './changes/serviceHistory.js';
export {
  type Database,
  isAnswerLost,
  isDatabaseAway,
  isDatabaseUnavailable,
  openDatabase,
} from './database.js';
export { keepHistory } from './history/keepHistory.js';
export { readCheckHistory } from './history/readCheckHistory.js';
export { listFailingHosts, readMonitorSummary } from './history/readMonitorSummary.js';
export { markSimulated, type SimulatedService, simulatePast } from './history/simulatePast.js';
export {
  type ApiKey,
  createKey,
  findLiveKey,
  keyDigest,
  listKeys,
  revokeKey,
  type Scope,
  scopes,
  touchKey,
} from './keys/apiKeys.js';
export { type IndexedListener, listenForIndexed } from './ledger/awaitIndexed.js';
export {
  claimPending,
  claimSeconds,
  countClaims,
  holdIndexing,
  type PendingService,
  renewClaims,
  resumeIndexing,
} from './ledger/claim.js';
export {
  type FailedService,
  findOverdue,
  findPending,
  type LedgerStatus,
  ledgerStatus,
  listFailed,
  markPending,
  retryFailed,
} from './ledger/ledgerStatus.js';
export { confirmIndexed, forgetClaims, releaseClaims, setAside } from './ledger/settle.js';
export { type ChannelListener, listen } from './listen.js';
export { migrate, missingMigrations } from './migrate.js';
export { findFollowedFeed, findSource, startFeedOver } from './mirroring/followedFeeds.js';
export { type FeedPart, type TakenChanges, takeChanges } from './mirroring/takeChanges.js';
export { type CheckListener, findCheckSince, listenForChecks } from './monitoring/awaitCheck.js';
export {
  type ClaimedCheck,
  callWitnesses,
  checkClaimSeconds,
  claimChecks,
} from './monitoring/claimChecks.js';
export { type Judgement, judgeCheck, type Standing } from './monitoring/judgeCheck.js';
export {
  forgetMonitor,
  type MonitorStatus,
  pauseMonitors,
  readMonitorStatus,
  readSchedule,
  reportMonitor,
  type Schedule,
  shortenSchedule,
} from './monitoring/monitors.js';
export { secondsUntilNext } from './monitoring/nextCheck.js';
export {
  type RequestOutcome,
  releaseService,
  requestCheck,
  requestedChannel,
} from './monitoring/requestCheck.js';
export {
  type CheckPolicy,
  checkedChannel,
  declaredTerms,
  leaveHostAlone,
  optOutSeconds,
  postponeCheck,
  type SettledCheck,
  settleCheck,
} from './monitoring/settleCheck.js';
export { drainNode, dropLostNodes, removeNode, undrainNode } from './nodes/changeNode.js';
export { joinNode } from './nodes/joinNode.js';
export { listNodes, nodesAtWork, type SearchNode } from './nodes/listNodes.js';
export { markFilled, markFilling, reportNode } from './nodes/reportNode.js';
export { type NodeState, readRotation } from './nodes/rotation.js';
export { grantReader } from './readerRole.js';
export { changeService, recordCheck } from './services/changeService.js';
export {
  type EditOutcome,
  type EditRefusal,
  editService,
  removeService,
  wasRemoved,
} from './services/editService.js';
export { exportCatalog, openExport } from './services/exportCatalog.js';
export type { ExportFormat } from './services/exportForms.js';
export { findByEndpoint } from './services/findByEndpoint.js';
export { createDuplicateFinder } from './services/findDuplicated.js';
export { createServiceFinder, findService, findStatus } from './services/findService.js';
export { countNewFull, importFull } from './services/importFull.js';
export { countNewLines, type ImportLine, importLines } from './services/importLines.js';
export { importServices } from './services/importServices.js';
export { listCurrencies } from './services/listCurrencies.js';
export { listNewest } from './services/listNewest.js';
export { findUnlisted, type Mirrored, mirrorServices, removeUnlisted } from './services/mirrorServices.js';
export { newService } from './services/newService.js';
export { countServices, findEntries, readCatalog, readRevisions } from './services/readCatalog.js';
export { readStats } from './services/readStats.js';
export { createRegistrar, forgetIdempotencyKeys, registerService } from './services/registerService.js';
export { registrationDigest } from './services/registrationDigest.js';
export { countSettlements, type SettlementCounts } from './settlements/countSettlements.js';
export { matchSettlementsAgain } from './settlements/matchAgain.js';
export { recordSettlements } from './settlements/recordSettlements.js';
export { findTrust } from './trust/findTrust.js';
export { refreshOldTrust, refreshTrust } from './trust/refreshTrust.js';
export { type TrustFacts, trustOf, trustScore, uptimeOf } from './trust/trustOf.js';
export {
  type Delivery,
  findUntold,
  forgetDeliveries,
  noteAttempt,
  pendingDeliveries,
  webhooksChannel,
} from './webhooks/deliveries.js';
export { findWebhook, removeWebhook, setWebhook } from './webhooks/webhooks.js';
