import { detailsOf, type FullService, faultSentences, isServiceId, readFullService } from '@shirube/contracts';
import type { ReadPart } from './readFeed.js';
import type { FeedPart } from './takeChanges.js';

/** A service that another directory has and that cannot be taken over. */
export interface RefusedService {
  id: string;
  /** For people. */
  detail: string;
}

type Members = Record<string, unknown>;

const members = (value: unknown): Members => (typeof value === 'object' && value !== null ? { ...value } : {});

/** The service of a change. What this version does not know of it is left; what checks found stays with the source. */
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

/** What a part of a feed says of each service in the end, and which of them cannot be taken over. */
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
    // It was gone by the time that it was read: its removal follows.
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
