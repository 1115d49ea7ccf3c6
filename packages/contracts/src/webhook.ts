import { type Static, Type } from '@sinclair/typebox';
import { compileReader } from './compileFaults.js';
import { nullable } from './fieldTypes.js';
import { HttpUrl } from './httpUrl.js';
import { Limit, SavedSearch } from './listQuery.js';
import { Timestamp } from './service.js';

/** The body of PUT /api/account/webhook. */
export const WebhookRequest = Type.Object(
  {
    url: Type.String({
      ...HttpUrl,
      description: 'Where to send the events.',
      examples: ['https://owner.example.com/hook'],
    }),
    search: Type.Optional(SavedSearch),
  },
  { additionalProperties: false, expected: 'an object with url' },
);
export type WebhookRequest = Static<typeof WebhookRequest>;

/** The webhook of an account. */
export const Webhook = Type.Object({
  url: Type.String(),
  search: Type.Optional(SavedSearch),
  createdAt: Timestamp,
  pending: Type.Integer({ description: 'Deliveries that are pending.' }),
  delivered: Type.Integer({ description: 'Deliveries that succeeded in the last 30 days.' }),
  failed: Type.Integer({ description: 'Deliveries that failed for good in the last 30 days.' }),
  dropped: Type.Integer({
    description: 'Deliveries that were dropped while they were pending: the last 10,000 of an account are kept.',
  }),
  lastError: nullable(Type.String(), 'The error of the last delivery that failed.'),
});
export type Webhook = Static<typeof Webhook>;

/** A new webhook with its secret, which is shown only once. */
export const NewWebhook = Type.Object({
  url: Type.String(),
  search: Type.Optional(SavedSearch),
  secret: Type.String({
    description:
      'Deliveries are signed with it as in Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature). Any library of that standard verifies them.',
  }),
});
export type NewWebhook = Static<typeof NewWebhook>;

/** The response of POST /api/account/webhook/test. */
export const TestDelivery = Type.Object({
  id: Type.String({ description: 'The id of the delivery, as in the list of deliveries.' }),
});
export type TestDelivery = Static<typeof TestDelivery>;

/** The parameters of GET /api/account/webhook/deliveries. */
export const WebhookDeliveriesQuery = Type.Object({ limit: Type.Optional(Limit) }, { additionalProperties: false });
export type WebhookDeliveriesQuery = Static<typeof WebhookDeliveriesQuery>;

const moment = (description: string) => Type.Optional(Type.String({ ...Timestamp, description }));

/** A delivery to a webhook, sent or pending. */
export const WebhookDelivery = Type.Object({
  id: Type.String({ description: 'The webhook-id of every attempt.' }),
  type: Type.String({
    description: 'Type of the event: service.status, service.moderation, service.match or webhook.test.',
  }),
  serviceId: Type.Optional(Type.String({ description: 'Absent for a test event.' })),
  createdAt: Timestamp,
  attempts: Type.Integer({ minimum: 0, description: 'Attempts since the webhook was last set.' }),
  attemptedAt: moment('When it was last attempted.'),
  deliveredAt: moment('When it was delivered.'),
  failedAt: moment('When the directory stopped retrying it.'),
  nextAttemptAt: moment(
    'While it is pending: when the next attempt is due. It may be later if an earlier delivery about the same service is pending.',
  ),
  lastError: Type.Optional(Type.String({ description: 'Why the last attempt failed.' })),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** Reads a search from the query of a URL, without validating it. */
export function searchInParameters(parameters: URLSearchParams): object {
  const isNumber = (name: string) => name === 'minTrust' || name === 'minUptime';
  const valuesOf = (name: string) => {
    const [first = '', ...more] = parameters.getAll(name);
    if (more.length > 0) return [first, ...more];
    return isNumber(name) && first !== '' ? Number(first) : first;
  };
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => [name, valuesOf(name)]));
}

export const readWebhookRequest = compileReader(WebhookRequest);
