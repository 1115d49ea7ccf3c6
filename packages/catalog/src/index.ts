// Postgres: connections, schema, roles.

export {
  areValuesRefused,
  type Database,
  type DatabaseOptions,
  inTransaction,
  isAnswerLost,
  isDatabaseAway,
  isDatabaseRefused,
  isDatabaseUnavailable,
  openDatabase,
} from './database.js';
export { listen } from './listen.js';
export { migrate, missingMigrations, recreateCatalog, UnknownMigrations } from './migrate.js';
export { grantReader } from './readerRole.js';

// Services and their categories.

export { labelCategory, listCategories, listCurrencies } from './categories/categories.js';
export { addLabels, chosenLabels, titleCase } from './categories/categoryLabels.js';
export { changeService, recordCheck } from './services/changeService.js';
export {
  absenceReason,
  type EditOutcome,
  type EditRefusal,
  editService,
  removeService,
} from './services/editService.js';
export { endpointDigest, resourceKeys } from './services/endpointDigest.js';
export { findFirst, findOwnServices, listFirst } from './services/findSameEndpoint.js';
export { createServiceFinder, findService, findStatus } from './services/findService.js';
export { listNewest } from './services/listNewest.js';
export { lockServices } from './services/lockServices.js';
export { newService } from './services/newService.js';
export { countListed, countServices, readCatalog, readRevisions } from './services/readCatalog.js';
export { readStats } from './services/readStats.js';
export {
  createRegistrar,
  lockEndpoints,
  pruneIdempotencyKeys,
  registerAbsent,
  registerService,
} from './services/registerService.js';
export { registrationDigest } from './services/registrationDigest.js';
export { scheduleChecks } from './services/scheduleChecks.js';
export { listSitemapParts, readSitemapPart } from './services/sitemap.js';
export { addServices, importServices, toBatchRecord } from './services/storeServices.js';

// Accounts and their keys.

export {
  type AccountProven,
  endpointPaidAt,
  findAccountChallenge,
  handOverServices,
  listAccountProofs,
  type NewAccountChallenge,
  redeemAccountChallenge,
  removeAccountProof,
  storeAccountChallenge,
} from './accounts/accountProofs.js';
export { assignServices, listAccountServices } from './accounts/accountServices.js';
export {
  type Account,
  changeAccount,
  createAccount,
  findAccounts,
  hasAccount,
  listAccounts,
  lockAccount,
  operatorAccount,
  unclaimedAccount,
} from './accounts/accounts.js';
export {
  acceptWaiting,
  type ListingRefusal,
  listWaiting,
  pruneUnclaimed,
  refuseWaiting,
  requestListing,
  storeListing,
} from './accounts/openListings.js';
export { ownerProof } from './accounts/ownerProof.js';
export {
  type DayCounts,
  pruneInsights,
  type QueryCounts,
  readInsights,
  readSalt,
  storeInsights,
} from './insights/insights.js';
export {
  type ApiKey,
  createKey,
  findLiveKey,
  keyDigest,
  listAccountKeys,
  listKeys,
  mostKeys,
  revokeKey,
  touchKey,
} from './keys/apiKeys.js';

// What operators do and see.

export { type AdminAction, listActions, recordAction, type TransactionWork, withAudit } from './admin/auditLog.js';
export { readLogStanding } from './admin/logStanding.js';
export { listModerated, type ModerationAction, moderateService } from './admin/moderate.js';
export { countOtherProcesses, listVersions, readClock } from './admin/processes.js';
export { listRecentChanges } from './admin/recentChanges.js';

// The log and its followers.

export { watchCatalog } from './catalogWatch.js';
export {
  acquireLease,
  advance,
  endLease,
  type LeaseState,
  nodeFollower,
  releaseLease,
  renewLease,
  reserveLease,
  skipToEnd,
} from './log/followers.js';
export { findLogHolder } from './log/logHolder.js';
export { type FeedCursor, isAfter, type Position, readFeedCursor, writeFeedCursor } from './log/position.js';
export { pruneLog } from './log/pruneLog.js';
export {
  type ChangeFilter,
  changesChannel,
  type FeedPage,
  findFeedEnd,
  passesFilter,
  readChanges,
} from './log/readChanges.js';
export { findLogEnd, type LogEntry, type LogPage, readLog } from './log/readLog.js';
export { listServiceHistory } from './log/serviceHistory.js';
export { touchChangedAfter, touchServices } from './log/touch.js';

// Search nodes, and the data that is kept for them.

export { mainNode } from '@shirube/contracts';
export { type IndexedListener, listenForIndexed } from './nodes/awaitIndexed.js';
export { drainNode, joinNode, removeNode, undrainNode } from './nodes/joinNode.js';
export { listNodes, nodesAtWork, type SearchNode } from './nodes/listNodes.js';
export { loadChanged } from './nodes/loadChanged.js';
export { findPending, type NodeProgress, nodeProgress } from './nodes/nodeProgress.js';
export { listSetAside, noteRefusals, retrySetAside, type SetAsideService } from './nodes/refusedDocuments.js';
export { markFilled, markFilling, noteRebuild, reportNode } from './nodes/reportNode.js';
export { type NodeState, readRotation } from './nodes/rotation.js';
export {
  answerVerification,
  findVerification,
  removeVerification,
  requestVerification,
  takeVerification,
  type VerifyReport,
} from './nodes/verifications.js';

// Reports by visitors about services.

export { addReport, listReports, resolveReport } from './reports/reports.js';

// Webhooks: notifications to accounts.

export { findProvider, listProviderDomains, listProviders, type ProviderCursor } from './services/providers.js';
export {
  addDeliveries,
  addMatches,
  claimDeliveries,
  countDropped,
  type Delivery,
  noteAttempt,
  pruneDeliveries,
} from './webhooks/deliveries.js';
export { addTestDelivery } from './webhooks/testDelivery.js';
export { findWebhook, listDeliveries, listSavedSearches, removeWebhook, setWebhook } from './webhooks/webhooks.js';
