export { signature } from './signature.js';
export { startWebhooks, type Webhooks, type WebhooksOptions } from './startWebhooks.js';
