import { type Database, dueUnclaimed, editService } from '@shirube/catalog';
import type { GuardedRequest } from '@shirube/outbound';
import { previewResource } from './previewOrigin.js';

const atOnce = 5;
const resourceMs = 15_000;

/** Brings services of nobody up to date with what their endpoints say about themselves. Returns those that changed. */
export async function followUnclaimed(
  database: Database,
  options: { request: GuardedRequest; userAgent: string; signal: AbortSignal },
): Promise<string[]> {
  const due = await dueUnclaimed(database, atOnce);
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(resourceMs)]);
  const changed = due.map(async ({ id, endpoint, method }) => {
    const resource = { endpoint, details: {}, ...(method === null ? {} : { method }) };
    const { registration } = await previewResource(resource, { ...options, signal });
    if (!registration) return [];
    const { outcome } = await editService(database, id, {}, (now) => ({
      ...now,
      ...registration,
      category: now.category,
    }));
    return outcome === 'done' ? [id] : [];
  });
  return (await Promise.all(changed)).flat();
}
