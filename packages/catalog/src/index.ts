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
export { addLabels, chosenLabels } from './categories/categoryLabels.js';
export { titleCase } from './categories/titleCase.js';
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
export { inTransaction } from './inTransaction.js';
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
export { type ChannelListener, listen } from './listen.js';
export {
  acquireLease,
  advance,
  advancedChannel,
  endLease,
  type LeaseState,
  leaseSeconds,
  nodeFollower,
  releaseLease,
  renewLease,
  reserveLease,
  skipToEnd,
} from './log/followers.js';
export { findLogHolder, type LogHolder } from './log/logHolder.js';
export { type FeedCursor, isBehind, type Position, readFeedCursor, writeFeedCursor } from './log/position.js';
export { pruneLog } from './log/pruneLog.js';
export { changesChannel, type FeedPage, readChanges } from './log/readChanges.js';
export { findLogEnd, type LogEntry, type LogPage, readLog } from './log/readLog.js';
export { listServiceHistory } from './log/serviceHistory.js';
export { touchServices } from './log/touch.js';
export { migrate, missingMigrations } from './migrate.js';
export { pruneAddressTurns, takeAddressTurn } from './monitoring/addressTurns.js';
export { type CheckListener, findCheckSince, listenForChecks } from './monitoring/awaitCheck.js';
export { type Canary, callCanaries, listCanaries } from './monitoring/canaries.js';
export {
  type ClaimedCheck,
  checkClaimSeconds,
  claimChecks,
} from './monitoring/claimChecks.js';
export type { DueHost, Shares } from './monitoring/dueHosts.js';
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
export { rescheduleChanged, scheduleChecks } from './monitoring/scheduleChecks.js';
export type { SeenCheck } from './monitoring/seenCheck.js';
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
export { type IndexedListener, listenForIndexed } from './nodes/awaitIndexed.js';
export { drainNode, joinNode, removeNode, undrainNode } from './nodes/joinNode.js';
export { listNodes, nodesAtWork, type SearchNode } from './nodes/listNodes.js';
export { type ChangedServices, loadChanged } from './nodes/loadChanged.js';
export { openTextStore } from './nodes/madeTexts.js';
export { findPending, type NodeProgress, nodeProgress } from './nodes/nodeProgress.js';
export { listSetAside, noteRefusals, retrySetAside, type SetAsideService } from './nodes/refusedDocuments.js';
export { markFilled, markFilling, reportNode } from './nodes/reportNode.js';
export { type NodeState, readRotation } from './nodes/rotation.js';
export { grantReader } from './readerRole.js';
export { changeService, recordCheck } from './services/changeService.js';
export {
  type EditOutcome,
  type EditRefusal,
  editService,
  forgetWhatWasSeen,
  removeService,
  revenueIn,
  wasRemoved,
} from './services/editService.js';
export { createDuplicateFinder, findLedTo } from './services/findDuplicated.js';
export { createServiceFinder, findService, findStatus } from './services/findService.js';
export { importServices } from './services/importServices.js';
export { listCurrencies } from './services/listCurrencies.js';
export { listNewest } from './services/listNewest.js';
export { newService } from './services/newService.js';
export { countServices, readCatalog, readRevisions } from './services/readCatalog.js';
export { readStats } from './services/readStats.js';
export { createRegistrar, pruneIdempotencyKeys, registerService } from './services/registerService.js';
export { registrationDigest } from './services/registrationDigest.js';
export { batchColumns, insertBatch, toBatchRecord } from './services/storeServices.js';
export { countSettlements, type SettlementCounts } from './settlements/countSettlements.js';
export { matchSettlementsAgain } from './settlements/matchAgain.js';
export { recordSettlements } from './settlements/recordSettlements.js';
export { findTrust } from './trust/findTrust.js';
export { refreshOldTrust, refreshTrust } from './trust/refreshTrust.js';
export { type TrustFacts, trustOf, trustScore, uptimeOf } from './trust/trustOf.js';
export {
  addDeliveries,
  claimDeliveries,
  type Delivery,
  noteAttempt,
  pruneDeliveries,
} from './webhooks/deliveries.js';
export { addTestDelivery } from './webhooks/testDelivery.js';
export { findWebhook, listDeliveries, removeWebhook, setWebhook } from './webhooks/webhooks.js';
