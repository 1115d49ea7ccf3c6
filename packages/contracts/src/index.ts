export * from './accountKeys.js';
export * from './accountServices.js';
export * from './admin.js';
export { type Advice, adviceOf, disagreeingAdvice, leftOutAdvice, obstacleAdvice, optedOutAdvice } from './advice.js';
export * from './assets.js';
export { type Backoff, createBackoff } from './backoff.js';
export { BackupHead, readBackupHead } from './backupHead.js';
export { BadgeQuery } from './badge.js';
export { type Bazaar, toBazaar } from './bazaar.js';
export * from './category.js';
export * from './changes.js';
export * from './check.js';
export * from './checkHistory.js';
export * from './claim.js';
export { compileCheck, compileFaults } from './compileFaults.js';
export { Facets, PriceQuartiles, Stats } from './counts.js';
export { currenciesOf, currencyFamily } from './currencies.js';
export { DeadlinePassed, withDeadline } from './deadline.js';
export * from './details.js';
export * from './discovery.js';
export * from './editDistance.js';
export { endpointHost, endpointKey } from './endpointKey.js';
export * from './export.js';
export * from './faults.js';
export { choice, integer, nullable } from './fieldTypes.js';
export {
  type Allowance,
  challengeLimits,
  DocumentFault,
  documentAllowances,
  documentLimits,
  pageLimits,
  parseForeignJson,
} from './foreignJson.js';
export { CategoryLabel, FullService, readFullService, readLabels } from './fullExport.js';
export * from './indexJob.js';
export * from './listQuery.js';
export { isObject, type Members, members, valueAt } from './members.js';
export * from './monitorSummary.js';
export * from './networks.js';
export { challengeDetails, detailsDifference, soundDetails } from './observedDetails.js';
export * from './openapi.js';
export { patchRegistration } from './patchRegistration.js';
export { base58Bytes, paymentAddressFault } from './paymentAddress.js';
export * from './preview.js';
export * from './problem.js';
export { normalizeRegistration, readRegistration } from './readRegistration.js';
export * from './report.js';
export type { RouteContract } from './routes/routeContract.js';
export { routeList, routes } from './routes/routes.js';
export * from './searchDocument.js';
export * from './searches.js';
export * from './service.js';
export * from './servicePatch.js';
export * from './settlements.js';
export { singleFlight } from './singleFlight.js';
export { codePointLength, Text } from './text.js';
export * from './trust.js';
export * from './waysToPay.js';
export * from './webhook.js';
