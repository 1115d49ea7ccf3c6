import { type Database, type Delivery, noteAttempt } from '@shirube/catalog';
import { version } from '@shirube/contracts';
import { type GuardedRequest, RequestFault } from '@shirube/outbound';
import { signedHeaders } from './signature.js';

export interface DeliverOptions {
  database: Database;
  request: GuardedRequest;
  retries: Retries;
  /** Called after every attempt. */
  onAttempt?: (outcome: 'delivered' | 'refused' | 'given_up') => void;
}

/** The maximum number of attempts, and the seconds before the second one. Each further delay is twice as long. */
export interface Retries {
  attempts: number;
  seconds: number;
}

/** Returns why a delivery was not accepted, in a few words of our own; undefined if it was accepted. */
async function send(request: GuardedRequest, { id, event, url, secret }: Delivery): Promise<string | undefined> {
  const body = JSON.stringify({ id, ...event });
  try {
    const { status } = await request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `Shirube-Webhook/${version}`,
        ...signedHeaders({ id, secret, body, at: new Date() }),
      },
      body,
    });
    return status >= 200 && status < 300 ? undefined : `answered ${status}`;
  } catch (error) {
    if (error instanceof RequestFault) return error.message;
    throw error;
  }
}

/** Attempts a claimed delivery, and records the outcome. */
export async function deliver(
  delivery: Delivery,
  { database, request, retries, onAttempt = () => {} }: DeliverOptions,
): Promise<void> {
  const error = await send(request, delivery);
  const isLast = delivery.attempts + 1 >= retries.attempts;
  const retrySeconds = isLast ? undefined : retries.seconds * 2 ** delivery.attempts;
  await noteAttempt(database, delivery, { error, retrySeconds });
  onAttempt(error === undefined ? 'delivered' : isLast ? 'given_up' : 'refused');
}
