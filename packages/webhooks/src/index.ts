export type { Retries } from './deliver.js';
export { signedHeaders } from './signature.js';
export { startWebhooks, type Webhooks, type WebhooksOptions } from './startWebhooks.js';
