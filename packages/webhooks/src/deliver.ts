import { type Database, type Delivery, noteAttempt } from '@shirube/catalog';
import { version } from '@shirube/contracts';
import { type GuardedRequest, RequestFault } from '@shirube/outbound';
import { signedHeaders } from './signature.js';

export interface DeliverOptions {
  database: Database;
  request: GuardedRequest;
  retries: Retries;
  /** Told of every attempt. */
  onAttempt?: (outcome: 'delivered' | 'refused' | 'given_up') => void;
}

/** How often something is tried, and after how many seconds the second time; each further one waits twice as long. */
export interface Retries {
  attempts: number;
  seconds: number;
}

/** Why something was not taken, in a few words of ours; undefined when it was. */
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

/** Attempts a delivery that was claimed, and notes how that went. */
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
