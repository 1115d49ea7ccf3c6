import type { EngineAccess } from '../baselines/engineAccess.js';
import type { Bench, PreparedCase } from '../benchCase.js';
import type { LoadRequest, LoadResult } from '../load/loadJob.js';
import type { Baseline } from '../processes/startBaseline.js';

/** The number of concurrent requests. */
export const inFlight = 16;

interface Side {
  origin: string;
  requests: LoadRequest[];
}

/** Rejects a measurement with failed requests, because failing is fast. */
export function assertAllServed({ statuses, answered }: LoadResult): void {
  const served = (statuses[200] ?? 0) + (statuses[201] ?? 0);
  if (served !== answered) throw new Error(`not every request was served: ${JSON.stringify(statuses)}`);
}

/** A case that compares requests per second at two addresses. */
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

/** Sends the same requests to a service of the directory and to a baseline, which stops when the case ends. */
export async function besideBaseline(
  bench: Bench,
  requests: LoadRequest[],
  origin: string,
  baseline: Pick<Baseline, 'url'> & { stop(): void | Promise<void> },
): Promise<PreparedCase & { close(): Promise<void> }> {
  const prepared = await loadCase(bench, { origin, requests }, { origin: baseline.url, requests });
  return { ...prepared, close: async () => baseline.stop() };
}

/** Sends equivalent queries to the read API and directly to the engine, each in its own format. */
export async function besideEngine<Question>(
  bench: Bench,
  questions: readonly Question[],
  ours: (question: Question) => LoadRequest,
  engine: (access: EngineAccess, question: Question) => LoadRequest,
): Promise<PreparedCase> {
  const directory = await bench.directory();
  const access = await directory.engine();
  return loadCase(
    bench,
    { origin: directory.read.url, requests: questions.map(ours) },
    { origin: access.origin, requests: questions.map((question) => engine(access, question)) },
  );
}

export const get = (path: string): LoadRequest => ({ method: 'GET', path });
