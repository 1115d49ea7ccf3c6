import { type Database, type Delivery, noteAttempt, pendingDeliveries } from '@shirube/catalog';
import { version } from '@shirube/contracts';
import { type GuardedRequest, RequestFault } from '@shirube/outbound';
import { signature } from './signature.js';

export interface DeliverOptions {
  database: Database;
  request: GuardedRequest;
  /** Attempts after which something is given up. */
  attempts: number;
  /** Told of every attempt. */
  onAttempt?: (outcome: 'delivered' | 'refused' | 'given_up') => void;
}

/** Why something was not taken, in a few words of ours; undefined when it was. */
async function send(
  request: GuardedRequest,
  { id, event, url, secret }: Delivery,
): Promise<string | undefined> {
  const body = JSON.stringify({ id, ...event });
  try {
    const { status } = await request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `Shirube-Webhook/${version}`,
        'shirube-delivery': id,
        'shirube-signature': signature(secret, body, new Date()),
      },
      body,
    });
    return status >= 200 && status < 300 ? undefined : `answered ${status}`;
  } catch (error) {
    if (error instanceof RequestFault) return error.message;
    throw error;
  }
}

/**
 * Tells an account what is still to be told of a service, in the order in which it happened. Rejects when something was
 * not taken and is to be tried again: what comes after it waits.
 */
export async function deliver(
  serviceId: string,
  { database, request, attempts, onAttempt = () => {} }: DeliverOptions,
): Promise<void> {
  for (const delivery of await pendingDeliveries(database, serviceId)) {
    const error = await send(request, delivery);
    const isLast = delivery.attempts + 1 >= attempts;
    await noteAttempt(database, delivery.id, { error, isLast });
    onAttempt(error === undefined ? 'delivered' : isLast ? 'given_up' : 'refused');
    if (error !== undefined && !isLast) throw new Error(`the webhook has not taken it: ${error}`);
  }
}
