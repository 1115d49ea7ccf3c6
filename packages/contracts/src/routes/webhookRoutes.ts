import { Type } from '@sinclair/typebox';
import {
  NewWebhook,
  TestDelivery,
  Webhook,
  WebhookDeliveriesQuery,
  WebhookDelivery,
  WebhookRequest,
} from '../webhook.js';
import { keyed, NoParameters, readWithKey } from './routeContract.js';

/** Routes for the webhook of an account. */
export const webhookRoutes = {
  setWebhook: keyed(
    'PUT',
    '/api/account/webhook',
    {
      querystring: NoParameters,
      body: WebhookRequest,
      response: { 200: NewWebhook },
    },
    {
      title: 'Set your webhook',
      description: [
        'Whenever the status of a service of the account changes, this address gets a POST with the old status, the new status and the reason.',
        'With `search`, it also gets a POST for each new or changed service that the search finds. Each POST is signed with the secret of the answer (Standard Webhooks).',
        'A delivery that is not answered with 2xx is retried for two hours, with back-off.',
        'The address must be public.',
        'Setting the webhook again creates a new secret, and sends pending deliveries to the new address at once.',
      ],
    },
  ),
  getWebhook: readWithKey('/api/account/webhook', NoParameters, Webhook, {
    title: 'Your webhook',
    description: [
      'The address for status changes, its search, the number of deliveries, and the failures with their reason.',
    ],
    problems: [404],
  }),
  removeWebhook: keyed(
    'DELETE',
    '/api/account/webhook',
    { querystring: NoParameters, response: { 204: Type.Null() } },
    {
      title: 'Remove your webhook',
      description: ['Removes the webhook of the account and its pending deliveries.'],
      problems: [404],
    },
  ),
  testWebhook: keyed(
    'POST',
    '/api/account/webhook/test',
    { querystring: NoParameters, response: { 202: TestDelivery } },
    {
      title: 'Test your webhook',
      description: [
        'Sends an event of the type `webhook.test` to the webhook of the account, signed and retried like all others.',
        'The answer has its id, and the list of deliveries shows its outcome. At most once a minute.',
      ],
      problems: [404],
    },
  ),
  listWebhookDeliveries: readWithKey(
    '/api/account/webhook/deliveries',
    WebhookDeliveriesQuery,
    Type.Array(WebhookDelivery),
    {
      title: 'Webhook deliveries',
      description: [
        'The deliveries to the webhook of the account, newest first: all pending ones, and those that were delivered or failed in the last 30 days. At most the last 10,000.',
        'Empty without a webhook.',
      ],
    },
  ),
};
