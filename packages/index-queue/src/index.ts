export type { QueueOptions } from './connection.js';
export { createEnqueuer, type Enqueuer } from './enqueuer.js';
export { createIndexWorker, type IndexWorker, type IndexWorkerOptions } from './indexWorker.js';
export type { QueueCounts } from './jobQueue.js';
export { createNodeEnqueuer, type NodeEnqueuer } from './nodeEnqueuer.js';
export { openQueueView, type QueueView } from './queueView.js';
