export { type Follower, follow } from './follow.js';
export { startHousekeeping } from './housekeeping.js';
export type { QueueOptions } from './queue/connection.js';
export { createEnqueuer, type Enqueuer } from './queue/enqueuer.js';
export { countJobs, openQueueView, type QueueView } from './queue/queueView.js';
export { repeat } from './repeat.js';
export { startWebhooks, type Webhooks } from './webhooks/startWebhooks.js';
export { whileLeased } from './whileLeased.js';
