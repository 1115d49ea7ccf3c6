import { createHmac } from 'node:crypto';

/**
 * The header that shows who has sent a body, and when: the HMAC-SHA256 of the time, a dot and the body. A receiver makes
 * the same, compares, and refuses what is old.
 */
export function signature(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
