import { type Static, Type } from '@sinclair/typebox';
import { compileFaults } from './compileFaults.js';
import type { Faults } from './faults.js';
import { HttpUrl } from './httpUrl.js';
import { Limit } from './listQuery.js';
import { Timestamp } from './service.js';

/** The body of PUT /api/account/webhook. */
export const WebhookRequest = Type.Object(
  { url: Type.String({ ...HttpUrl, description: 'Where to send what happens.', examples: [] }) },
  { additionalProperties: false, expected: 'an object with url' },
);
export type WebhookRequest = Static<typeof WebhookRequest>;

/** The webhook of an account. */
export const Webhook = Type.Object({
  url: Type.String(),
  createdAt: Timestamp,
  pending: Type.Integer({ description: 'What is still to be sent.' }),
  delivered: Type.Integer({ description: 'What was taken, of the last 30 days.' }),
  failed: Type.Integer({ description: 'What was given up, of the last 30 days.' }),
  lastError: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the last one that was not taken was not.',
  }),
});
export type Webhook = Static<typeof Webhook>;

/** A webhook with its secret, which is told once. */
export const NewWebhook = Type.Object({
  url: Type.String(),
  secret: Type.String({
    description:
      'What is sent is signed with it as Standard Webhooks has it (webhook-id, webhook-timestamp, webhook-signature): any library of that standard verifies it.',
  }),
});
export type NewWebhook = Static<typeof NewWebhook>;

/** What POST /api/account/webhook/test answers. */
export const TestDelivery = Type.Object({
  id: Type.String({ description: 'The id of the delivery, as it is in the list of deliveries.' }),
});
export type TestDelivery = Static<typeof TestDelivery>;

/** The parameters of GET /api/account/webhook/deliveries. */
export const WebhookDeliveriesQuery = Type.Object({ limit: Type.Optional(Limit) }, { additionalProperties: false });
export type WebhookDeliveriesQuery = Static<typeof WebhookDeliveriesQuery>;

const moment = (description: string) => Type.Optional(Type.String({ ...Timestamp, description }));

/** Something that the owner of a webhook was told, or is to be told. */
export const WebhookDelivery = Type.Object({
  id: Type.String({ description: 'The webhook-id of every attempt.' }),
  type: Type.String({ description: 'Of the event: service.status or webhook.test.' }),
  serviceId: Type.Optional(Type.String({ description: 'Absent from a test.' })),
  createdAt: Timestamp,
  attempts: Type.Integer({ minimum: 0, description: 'Since the webhook was set last.' }),
  attemptedAt: moment('When it was last attempted.'),
  deliveredAt: moment('When it was taken.'),
  failedAt: moment('When it was given up.'),
  nextAttemptAt: moment(
    'While it is pending: when it is attempted next, or later where something earlier about the same service is pending.',
  ),
  lastError: Type.Optional(Type.String({ description: 'Why the last attempt failed.' })),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

const faultsOf = compileFaults(WebhookRequest);

/** Reads the body of a request for a webhook from untrusted input: its faults, all at once, or what it says. */
export function readWebhookRequest(body: unknown): { webhook: WebhookRequest } | Faults {
  return faultsOf(body) ?? { webhook: body as WebhookRequest };
}
