export type { QueueOptions } from './connection.js';
export { createEnqueuer, type Enqueuer } from './enqueuer.js';
export { createIndexWorker, type IndexWorker } from './indexWorker.js';
export { createNodeEnqueuer } from './nodeEnqueuer.js';
export { openQueueView, type QueueView } from './queueView.js';
