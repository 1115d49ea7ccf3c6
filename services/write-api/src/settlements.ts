import {
  createFaultList,
  type Faults,
  type ReadSettlement,
  readSettlement,
  routes,
  SettlementLines,
  type SettlementsResult,
} from '@shirube/contracts';
import { valueAt } from '@shirube/domain';
import { type App, countBy, type Registry, validationFailed } from '@shirube/service-kit';
import { recordSettlements, refreshTrust } from '@shirube/trust';
import { callerOf, type WriteRoutes } from './writeRoutes.js';

export interface SettlementsOptions extends WriteRoutes {
  enqueue: (ids: readonly string[]) => void;
  metrics: Registry;
}

const bodyLimit = 524_288;
const outcomes = ['matched', 'unmatched', 'repeated', 'rejected'] as const;

function transactionOf(line: unknown): string | undefined {
  const transaction = valueAt(line, 'transaction');
  return typeof transaction === 'string' ? transaction.slice(0, 128).toWellFormed() : undefined;
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
export function serveSettlements(app: App, { database, access, options, enqueue, metrics }: SettlementsOptions): void {
  const { write } = access('settlements');
  const counter = countBy(
    metrics,
    'shirube_settlements_total',
    'Reported settlements, by outcome.',
    'outcome',
    outcomes,
  );
  app.route({
    // One invalid settlement does not reject the others, so each is validated by itself.
    ...options({ ...routes.reportSettlements, schema: { ...routes.reportSettlements.schema, body: SettlementLines } }),
    bodyLimit,
    handler: async (request) => {
      const { settlements, rejected } = readLines(request.body);
      const faults = settlements.length === 0 && faultsOf(rejected);
      if (faults) {
        counter.inc({ outcome: 'rejected' }, rejected.length);
        throw validationFailed(faults);
      }
      const { accountId } = callerOf(request);
      const { matched, unmatched, repeated, serviceIds } = await write(() =>
        recordSettlements(database, settlements, accountId),
      );
      // The settlements are counted even if this fails: trust is also computed after the next check.
      enqueue(await refreshTrust(database, serviceIds).catch(() => []));
      const counts = { matched, unmatched, repeated, rejected: rejected.length };
      for (const outcome of outcomes) counter.inc({ outcome }, counts[outcome]);
      return { matched, unmatched, repeated, rejected };
    },
  });
}
