export { answers, answersPing } from './answers.js';
export { findProgram, requireProgram } from './findProgram.js';
export {
  meilisearchData,
  meilisearchProgram,
  type RunningMeilisearch,
  startMeilisearch,
} from './meilisearch.js';
export { type Program, type RunningProgram, startProgram } from './program.js';
export { type GuardedProcess, startGuarded } from './startGuarded.js';
export { untilReady } from './untilReady.js';
