import { type Static, Type } from '@sinclair/typebox';
import { compileFaults } from './compileFaults.js';
import type { Faults } from './faults.js';
import { HttpUrl } from './httpUrl.js';
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
      'What is sent is signed with it, as Standard Webhooks (standardwebhooks.com) describes: webhook-signature is v1 and the HMAC-SHA256, in base64, of webhook-id, webhook-timestamp and the body, joined by dots. The key is what follows whsec_, decoded from base64.',
  }),
});
export type NewWebhook = Static<typeof NewWebhook>;

const faultsOf = compileFaults(WebhookRequest);

/** Reads the body of a request for a webhook from untrusted input: its faults, all at once, or what it says. */
export function readWebhookRequest(body: unknown): { webhook: WebhookRequest } | Faults {
  return faultsOf(body) ?? { webhook: body as WebhookRequest };
}
