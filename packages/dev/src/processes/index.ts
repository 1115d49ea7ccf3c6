export { findProgram, requireProgram } from './findProgram.js';
export { isReachable } from './isReachable.js';
export {
  meilisearchData,
  meilisearchProgram,
  type RunningMeilisearch,
  startMeilisearch,
} from './meilisearch.js';
export { createPart, type Part, type Program } from './part.js';
export { answersPing, emptyRedis } from './redis.js';
export { type GuardedProcess, startGuarded } from './startGuarded.js';
