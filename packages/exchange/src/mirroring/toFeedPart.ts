import { detailsOf, type FullService, faultSentences, isServiceId, members, readFullService } from '@shirube/contracts';
import type { ReadPart } from './readFeed.js';
import type { FeedPart } from './takeChanges.js';

/** A service of another directory that cannot be mirrored. */
export interface RefusedService {
  id: string;
  /** A sentence for people. */
  detail: string;
}

/** Reads the service of a change. Unknown members are dropped; results of checks stay with the source. */
function readService(value: unknown): ReturnType<typeof readFullService> {
  const { id, name, description, endpoint, category, pricing, x402Config, ...rest } = members(value);
  const { trustScore, status, supportedChains, createdAt, updatedAt } = rest;
  const checked = { uptimeScore: 0, lastChecked: null, txCount: 0, totalRevenue: '0' };
  const registered = { name, description, endpoint, category, pricing, x402Config, ...detailsOf(rest) };
  return readFullService({
    id,
    ...registered,
    trustScore,
    status,
    supportedChains,
    createdAt,
    updatedAt,
    ...checked,
  });
}

/** Reduces a part of a feed to the last change of each service, and reports which services cannot be mirrored. */
export function toFeedPart(
  since: string | undefined,
  { changes, cursor, more }: ReadPart,
): { part: FeedPart; refused: RefusedService[] } {
  const services = new Map<string, FullService>();
  const removed = new Set<string>();
  const refused = new Map<string, RefusedService>();
  for (const change of changes) {
    const { type, id: given, service } = members(change);
    const id = String(given).toLowerCase();
    if (!isServiceId(id)) continue;
    if (type === 'deleted') {
      services.delete(id);
      refused.delete(id);
      removed.add(id);
      continue;
    }
    // The service was removed before the feed was read: its removal follows.
    if (service === undefined) continue;
    removed.delete(id);
    const read = readService(service);
    if ('service' in read && read.service.id.toLowerCase() === id) {
      refused.delete(id);
      services.set(id, { ...read.service, id });
    } else {
      services.delete(id);
      const detail = 'service' in read ? 'the service has another id' : faultSentences(read).join(' ');
      refused.set(id, { id, detail });
    }
  }
  return {
    part: {
      since,
      cursor,
      services: [...services.values()],
      removed: [...removed],
      leftOut: [...refused.keys()],
      isLast: !more,
    },
    refused: [...refused.values()],
  };
}
