import { setTimeout as pause } from 'node:timers/promises';
import type { BenchCase, Condition } from '../benchCase.js';
import { keywordQueries } from '../catalog/textQueries.js';
import type { LoadResult } from '../load/loadJob.js';
import { residentMemory } from '../processes/usage.js';
import { get, inFlight } from './loadCase.js';
import { keywordPath } from './searches.js';

const connections = 400;
/** The time after which everything must be back to normal. */
const recoverySeconds = 5;
const timesSlower = 5;
const quickMilliseconds = 1_000;
const mostGrowth = 150;

const share = ({ statuses, answered }: LoadResult, ...names: string[]): number =>
  names.reduce((sum, name) => sum + (statuses[name] ?? 0), 0) / answered;

/** Polls the health routes until `end` is called. */
function watchHealth(origin: string) {
  const ended = new AbortController();
  async function watch(): Promise<{ requests: number; ok: number }> {
    const counts = { requests: 0, ok: 0 };
    while (!ended.signal.aborted) {
      for (const route of ['/live', '/ready']) {
        counts.requests += 1;
        if ((await fetch(origin + route)).ok) counts.ok += 1;
      }
      await pause(250);
    }
    return counts;
  }
  const watching = watch();
  return {
    end() {
      ended.abort();
      return watching;
    },
  };
}

/**
 * Sends twice as many searches as the service can handle. The ratio is the throughput under overload divided by the
 * capacity. The baseline is the service itself: at capacity, at half of it, and some seconds after the overload.
 */
export const overload: BenchCase = {
  name: 'overload',
  title: 'twice the load that can be served',
  baseline: 'itself: the same searches at its capacity and at half of it',
  atLeast: 0.7,
  async prepare({ load, directory, catalog, language, overloadSeconds, say }) {
    const { read } = await directory();
    const queries = keywordQueries(catalog, language, 8_000);
    const set = await load.keep(queries.map((q) => get(keywordPath(q))));
    const conditions: Condition[] = [];
    const check = (holds: boolean, text: string) => conditions.push({ holds, text });
    const origin = read.url;
    let capacity = 0;
    // Runs as long as the overload, so that other work on the machine affects both equally.
    const atHalf = () => load.run(set, { origin, connections, seconds: overloadSeconds, rate: capacity / 2 });

    /** The capacity in requests per second, measured once. */
    async function baseline(): Promise<number> {
      if (capacity > 0) return capacity;
      await load.run(set, { origin, connections: inFlight, seconds: 1 });
      const full = await load.run(set, { origin, connections: inFlight, seconds: 3 });
      capacity = full.perSecond;
      return capacity;
    }

    return {
      rounds: 1,
      baseline,
      async ours() {
        await baseline();
        const before = await atHalf();
        const memory = await residentMemory(read);
        say(`overload: ${Math.round(2 * capacity)} searches a second for ${overloadSeconds} s`);
        const watch = watchHealth(origin);
        const plan = { origin, connections, seconds: overloadSeconds, rate: 2 * capacity };
        const during = await load.run(set, plan);
        const health = await watch.end();
        const growth = (await residentMemory(read)) - memory;
        await pause(recoverySeconds * 1000);
        const after = await atHalf();

        const { p99 } = during.accepted;
        check(
          p99 <= timesSlower * before.accepted.p99,
          `p99 of what is served is at most ${timesSlower} times that at half load: ${p99.toFixed(0)} ms and ${before.accepted.p99.toFixed(0)} ms`,
        );
        check(
          share(during, '200', '429', '503') === 1,
          `everything else gets 503 or 429: ${JSON.stringify(during.statuses)}`,
        );
        check(
          during.shed.p99 <= quickMilliseconds,
          `and that within ${quickMilliseconds} ms: p99 is ${during.shed.p99.toFixed(0)} ms`,
        );
        check(growth < mostGrowth, `memory grows by less than ${mostGrowth} MB: by ${growth.toFixed(0)} MB`);
        check(health.ok === health.requests, `health routes answer: ${health.ok} times of ${health.requests}`);
        check(
          share(after, '200') === 1 && after.accepted.p99 <= 2 * before.accepted.p99,
          `back to normal ${recoverySeconds} s later: p99 at half load is ${after.accepted.p99.toFixed(0)} ms`,
        );
        return (during.statuses[200] ?? 0) / during.seconds;
      },
      also: () => conditions,
    };
  },
};
