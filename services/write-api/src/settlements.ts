import {
  createFaultList,
  type Faults,
  mostSettlements,
  type ReadSettlement,
  readSettlement,
  reportSettlements as route,
  type SettlementsResult,
  valueAt,
} from '@shirube/contracts';
import { type App, countBy, type Registry, validationFailed } from '@shirube/service-kit';
import { recordSettlements, refreshTrust } from '@shirube/trust';
import { type CallerOptions, callerOf } from './callers.js';
import { createWrites } from './writes.js';

export interface SettlementsOptions extends CallerOptions {
  enqueue: (ids: readonly string[]) => void;
  metrics: Registry;
}

const bounds = { atOnce: 2, maxQueued: 32 };
const bodyLimit = 524_288;
const outcomes = ['matched', 'unmatched', 'repeated', 'rejected'] as const;

function transactionOf(line: unknown): string | undefined {
  const named = valueAt(line, 'transaction');
  return typeof named === 'string' ? named.slice(0, 128).toWellFormed() : undefined;
}

/** Splits a batch into valid settlements, and rejected ones with their faults. */
function readLines(lines: readonly unknown[]) {
  const settlements: ReadSettlement[] = [];
  const rejected: SettlementsResult['rejected'] = [];
  for (const [index, line] of lines.entries()) {
    const read = readSettlement(line);
    if ('settlement' in read) {
      settlements.push(read.settlement);
    } else {
      const transaction = transactionOf(line);
      rejected.push({ index, ...(transaction === undefined ? {} : { transaction }), errors: read.faults });
    }
  }
  return { settlements, rejected };
}

/** Returns the faults of a batch without valid settlements, each with its index. */
function faultsOf(rejected: SettlementsResult['rejected']): Faults | undefined {
  const list = createFaultList();
  for (const { index, errors } of rejected)
    for (const { path, message } of errors) list.add(path ? `${index}.${path}` : `${index}`, message);
  return list.found();
}

/** POST /api/settlements. */
export function serveSettlements(
  app: App,
  { database, reach, requireCaller, enqueue, metrics }: SettlementsOptions,
): void {
  const writes = createWrites(reach, bounds);
  const counter = countBy(
    metrics,
    'shirube_settlements_total',
    'Reported settlements, by outcome.',
    'outcome',
    outcomes,
  );
  app.route({
    method: route.method,
    url: route.url,
    bodyLimit,
    schema: { querystring: route.schema.querystring, response: route.schema.response },
    onRequest: requireCaller,
    handler: async (request, reply) => {
      const { body } = request;
      if (!Array.isArray(body) || body.length > mostSettlements) {
        const message = `must be a list of at most ${mostSettlements} settlements`;
        throw validationFailed({ faults: [{ path: '', message }] });
      }
      const { settlements, rejected } = readLines(body);
      const faults = settlements.length === 0 && faultsOf(rejected);
      if (faults) {
        counter.inc({ outcome: 'rejected' }, rejected.length);
        throw validationFailed(faults);
      }
      const { accountId } = callerOf(request);
      const { matched, unmatched, repeated, serviceIds } = await writes.pass(() =>
        recordSettlements(database, settlements, accountId),
      );
      // The settlements are counted even if this fails: trust is also computed after the next check.
      enqueue(await refreshTrust(database, serviceIds).catch(() => []));
      const counts = { matched, unmatched, repeated, rejected: rejected.length };
      for (const outcome of outcomes) counter.inc({ outcome }, counts[outcome]);
      return reply.header('cache-control', 'no-store').send({ matched, unmatched, repeated, rejected });
    },
  });
}
