import { createHmac } from 'node:crypto';

interface Signed {
  id: string;
  secret: string;
  body: string;
  at: Date;
}

/**
 * The headers that show who has sent a body, and when, as Standard Webhooks has them: a receiver makes the same signature,
 * compares, and refuses what is old. Any library of that standard does.
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
