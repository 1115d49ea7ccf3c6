import type { Bench, PreparedCase } from '../benchCase.js';
import type { LoadRequest, LoadResult } from '../load/loadJob.js';

/** Requests that are in flight at once. */
export const inFlight = 16;

interface Side {
  origin: string;
  requests: LoadRequest[];
}

/** Refuses a measurement in which requests failed: failing is quick. */
export function assertAllServed({ statuses, answered }: LoadResult): void {
  const served = (statuses[200] ?? 0) + (statuses[201] ?? 0);
  if (served !== answered) throw new Error(`not every request was served: ${JSON.stringify(statuses)}`);
}

/** A case that compares requests a second at two addresses. */
export async function loadCase({ load, seconds }: Bench, ours: Side, baseline: Side): Promise<PreparedCase> {
  const side = async ({ origin, requests }: Side) => {
    const set = await load.keep(requests);
    return async () => {
      const result = await load.run(set, { origin, connections: inFlight, seconds });
      assertAllServed(result);
      return result.perSecond;
    };
  };
  return { ours: await side(ours), baseline: await side(baseline) };
}

export const get = (path: string): LoadRequest => ({ method: 'GET', path });
