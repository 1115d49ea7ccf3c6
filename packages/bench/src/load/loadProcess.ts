import { openConnections } from './loadConnections.js';
import type { Latency, LoadCommand, LoadPlan, LoadRequest, LoadResult } from './loadJob.js';

/** Median, 99th percentile and maximum; 0 without values. */
function percentiles(values: number[]): Latency {
  const sorted = values.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}

/** A set of requests, sent in order. Each run continues where the last one ended, so that responses are not cached. */
interface RequestSet {
  requests: LoadRequest[];
  next: number;
}

const sets = new Map<string, RequestSet>();

function take(set: RequestSet): LoadRequest {
  const request = set.requests[set.next % set.requests.length];
  if (!request) throw new Error('a set of requests is empty');
  set.next += 1;
  return request;
}

async function run(set: RequestSet, plan: LoadPlan): Promise<LoadResult> {
  const { origin, connections, seconds, rate, atMost = Number.POSITIVE_INFINITY } = plan;
  const open = openConnections(origin, connections);
  const statuses: Record<string, number> = {};
  const accepted: number[] = [];
  const shed: number[] = [];
  let answered = 0;
  let sent = 0;
  let bytes = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const isOver = () => performance.now() >= end || sent >= atMost;

  function sendOne(due: number, after: () => void): void {
    sent += 1;
    open.send(take(set), (status, size) => {
      answered += 1;
      bytes += size;
      const name = status === 0 ? 'error' : String(status);
      statuses[name] = (statuses[name] ?? 0) + 1;
      const took = performance.now() - due;
      if (status >= 200 && status < 400) accepted.push(took);
      else if (status === 429 || status === 503) shed.push(took);
      after();
    });
  }

  const closedLoop = () =>
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve) => {
          const next = () => (isOver() ? resolve() : sendOne(performance.now(), next));
          next();
        }),
    );

  async function openLoop(perSecond: number): Promise<void> {
    let unanswered = 0;
    await new Promise<void>((resolve) => {
      const finish = () => {
        unanswered -= 1;
        if (unanswered === 0 && isOver()) resolve();
      };
      const timer = setInterval(() => {
        if (isOver()) {
          clearInterval(timer);
          if (unanswered === 0) resolve();
          return;
        }
        for (let due = started + (sent * 1000) / perSecond; due <= performance.now(); ) {
          unanswered += 1;
          sendOne(due, finish);
          due = started + (sent * 1000) / perSecond;
        }
      }, 2);
    });
  }

  await (rate === undefined ? Promise.all(closedLoop()) : openLoop(rate));
  const took = (performance.now() - started) / 1000;
  open.close();
  return {
    answered,
    seconds: took,
    perSecond: answered / took,
    bytes,
    statuses,
    accepted: percentiles(accepted),
    shed: percentiles(shed),
  };
}

process.on('message', async (command: LoadCommand) => {
  if (command.kind === 'keep') {
    sets.set(command.set, { requests: command.requests, next: 0 });
    process.send?.({});
    return;
  }
  const set = sets.get(command.set);
  if (!set) throw new Error(`there is no set of requests ${command.set}`);
  process.send?.(await run(set, command));
});
process.once('disconnect', () => process.exit());
