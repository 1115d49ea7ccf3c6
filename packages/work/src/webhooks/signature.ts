import { createHmac } from 'node:crypto';

interface Signed {
  id: string;
  secret: string;
  body: string;
  at: Date;
}

/**
 * Returns the Standard Webhooks headers that show who sent a body, and when. A receiver computes the same signature,
 * compares the two, and refuses old messages. Any library of that standard can verify them.
 */
export function signedHeaders({ id, secret, body, at }: Signed): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}
