import { Type } from '@sinclair/typebox';
import { AccountKey, AccountKeyRequest, NewAccountKey } from '../accountKeys.js';
import { AccountService, AccountServicesQuery } from '../accountServices.js';
import * as webhook from '../webhook.js';
import { KeyParams, keyed, NoParameters, postWithKey, readWithKey, removeWithKey } from './routeContract.js';

export const listAccountServices = readWithKey(
  '/api/account/services',
  AccountServicesQuery,
  Type.Array(AccountService),
  {
    responseHeaders: {
      'X-Total-Count': 'Number of services of the account, or of those that `query` finds.',
      Link: 'RFC 8288 link: next, if there is a next page.',
    },
  },
);

export const listAccountKeys = readWithKey('/api/account/keys', NoParameters, Type.Array(AccountKey));

export const createAccountKey = postWithKey(
  '/api/account/keys',
  AccountKeyRequest,
  { 201: NewAccountKey },
  { problems: [409] },
);

export const revokeAccountKey = removeWithKey('/api/account/keys/:id', KeyParams);

export const setWebhook = keyed('PUT', '/api/account/webhook', {
  querystring: NoParameters,
  body: webhook.WebhookRequest,
  response: { 200: webhook.NewWebhook },
});

export const getWebhook = readWithKey('/api/account/webhook', NoParameters, webhook.Webhook, { problems: [404] });

export const removeWebhook = keyed(
  'DELETE',
  '/api/account/webhook',
  { querystring: NoParameters, response: { 204: Type.Null() } },
  { problems: [404] },
);

export const testWebhook = keyed(
  'POST',
  '/api/account/webhook/test',
  { querystring: NoParameters, response: { 202: webhook.TestDelivery } },
  { problems: [404] },
);

export const listWebhookDeliveries = readWithKey(
  '/api/account/webhook/deliveries',
  webhook.WebhookDeliveriesQuery,
  Type.Array(webhook.WebhookDelivery),
);
