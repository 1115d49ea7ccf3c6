export { type Following, followLog, type LogConsumer } from './followLog.js';
export { startHousekeeping } from './housekeeping.js';
export type { QueueOptions } from './queue/connection.js';
export { createEnqueuer, type Enqueuer } from './queue/enqueuer.js';
export { createNodeEnqueuer } from './queue/nodeEnqueuer.js';
export { countJobs, openQueueView, type QueueView } from './queue/queueView.js';
export { createWakeUps, type WakeUps } from './queue/wakeUps.js';
export { type Repeating, repeat } from './repeat.js';
export { whileLeased } from './whileLeased.js';
