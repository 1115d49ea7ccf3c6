// Postgres: connections, schema, roles.

export {
  type Database,
  isAnswerLost,
  isDatabaseAway,
  isDatabaseUnavailable,
  isoTime,
  openDatabase,
} from './database.js';
export { inTransaction } from './inTransaction.js';
export { listen } from './listen.js';
export { migrate, missingMigrations } from './migrate.js';
export { grantReader } from './readerRole.js';

// Services and their categories.

export { labelCategory, listCategories } from './categories/categories.js';
export { addLabels, chosenLabels, titleCase } from './categories/categoryLabels.js';
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
export { endpointDigest, resourceKeys } from './services/endpointDigest.js';
export { createSameEndpointFinder, findLedTo, findOwnAt } from './services/findSameEndpoint.js';
export { createServiceFinder, findService, findStatus } from './services/findService.js';
export { importServices } from './services/importServices.js';
export { listCurrencies } from './services/listCurrencies.js';
export { listNewest } from './services/listNewest.js';
export { newService } from './services/newService.js';
export { countServices, readCatalog, readRevisions } from './services/readCatalog.js';
export { readStats } from './services/readStats.js';
export { createRegistrar, pruneIdempotencyKeys, type Register, registerService } from './services/registerService.js';
export { registrationDigest } from './services/registrationDigest.js';
export { rescheduleChanged, scheduleChecks } from './services/scheduleChecks.js';
export { ofFirstAt, type ServiceRow, serviceColumns, toService } from './services/serviceRow.js';
export { batchColumns, insertBatch, toBatchRecord } from './services/storeServices.js';

// Accounts and their keys.

export { assignServices, listAccountServices } from './accounts/accountServices.js';
export {
  type Account,
  changeAccount,
  createAccount,
  findAccounts,
  listAccounts,
  operatorAccount,
} from './accounts/accounts.js';
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

// The log, and those who follow it.

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
export { type FeedCursor, isBehind, type Position, readFeedCursor, writeFeedCursor } from './log/position.js';
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
export { touchServices } from './log/touch.js';

// Search nodes, and what is kept for them.

export { mainNode } from '@shirube/contracts';
export { type IndexedListener, listenForIndexed } from './nodes/awaitIndexed.js';
export { drainNode, joinNode, removeNode, undrainNode } from './nodes/joinNode.js';
export { listNodes, nodesAtWork, type SearchNode } from './nodes/listNodes.js';
export { loadChanged } from './nodes/loadChanged.js';
export { openTextStore } from './nodes/madeTexts.js';
export { findPending, type NodeProgress, nodeProgress } from './nodes/nodeProgress.js';
export { listSetAside, noteRefusals, retrySetAside, type SetAsideService } from './nodes/refusedDocuments.js';
export { markFilled, markFilling, reportNode } from './nodes/reportNode.js';
export { type NodeState, readRotation } from './nodes/rotation.js';

// Webhooks: what accounts are told.

export { addDeliveries, claimDeliveries, type Delivery, noteAttempt, pruneDeliveries } from './webhooks/deliveries.js';
export { addTestDelivery } from './webhooks/testDelivery.js';
export { findWebhook, listDeliveries, removeWebhook, setWebhook } from './webhooks/webhooks.js';
