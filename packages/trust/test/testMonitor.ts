import { type Database, findService, registerService } from '@shirube/catalog';
import { createMetrics, type Log, readSettings } from '@shirube/service-kit';
import { registration, until } from '@shirube/testing';
import type { Test } from 'tap';
import { startMonitor } from '../dist/monitor/startMonitor.js';
import { challengeV1, type serveHost } from './sellers.js';

export const quick = {
  MONITOR: 'on',
  MONITOR_ALLOW_PRIVATE: 'true',
  MONITOR_HOST_GAP_SECONDS: '0',
  MONITOR_CHECKS_PER_MINUTE: '60000',
};

export async function register(
  database: Database,
  endpoint: string,
  { price = '0.01', accountId }: { price?: string; accountId?: string } = {},
): Promise<string> {
  const pricing = { currency: 'USDC', pricePerRequest: price };
  const result = await registerService(database, registration({ endpoint, pricing }), { accountId });
  if (result.outcome !== 'created') throw new Error(result.outcome);
  return result.service.id;
}

/** Empties a catalog that the tests of a file share, with its schedule and its history of checks. */
export const removeServices = (database: Database) =>
  database.query(`delete from services; delete from monitored_hosts;
    update check_rollup set hours_until = default, days_until = default`);

/** Starts a monitor that hardly waits between checks. */
export function monitor(t: Test, database: Database, environment: Record<string, string> = {}, checkMs?: number) {
  const lines: string[] = [];
  const write = (_fields: object, message: string) => void lines.push(message);
  const log: Log = { info: write, warn: write, error: write };
  const enqueued: string[] = [];
  const metrics = createMetrics();
  const started = startMonitor({
    database,
    settings: readSettings({ ...quick, ...environment }),
    enqueue: (ids) => void enqueued.push(...ids),
    metrics,
    log,
    checkMs,
  });
  t.teardown(() => started.close());
  return { ...started, lines, enqueued, metrics };
}

export const verdictsOf = async (database: Database, id: string): Promise<string[]> => {
  const { rows } = await database.query<{ verdict: string }>(
    'select verdict from checks where service_id = $1 order by checked_at',
    [id],
  );
  return rows.map(({ verdict }) => verdict);
};
export const statusIs = (database: Database, id: string, status: string) =>
  until(async () => (await findService(database, id))?.status === status, {
    message: `the service does not become ${status}`,
  });
/** Makes everything due and expires all claims, as if time had passed. */
export async function timePasses(database: Database): Promise<void> {
  await database.query("update monitoring set due_at = now() - interval '1 second'");
  await database.query(
    "update monitored_hosts set due_at = now() - interval '1 second', free_at = now() - interval '1 second'",
  );
}

/**
 * Waits for a check that sees what the test has just changed. The next check to end may have started before, so it takes
 * two: checks of one service never overlap.
 */
export async function checkedAgain(database: Database, id: string): Promise<void> {
  const checks = async () => (await verdictsOf(database, id)).length;
  const before = await checks();
  for (const more of [1, 2]) {
    await timePasses(database);
    await until(async () => (await checks()) >= before + more, { message: 'it is not checked' });
  }
}

/** Responds with the terms that `register` registers. */
export const free: Parameters<typeof serveHost>[1] = (_request, response) =>
  void response.writeHead(402).end(challengeV1());
