import { type Database, findStatus } from '@shirube/catalog';
import { type CheckHistory, type HistoryWindow, isServiceId } from '@shirube/contracts';
import type { Verdict } from '@shirube/domain';
import { checksByHour, hasRequest, hoursSince, isAnswered, sumColumns, sumsOfHours } from './checkSql.js';

interface StepRow {
  at: Date;
  verdict: Verdict;
  checks: number;
  is_asked: boolean;
  is_answered: boolean;
  timed: number;
  total_ms: string;
  slowest_ms: number | null;
  price: string | null;
  currency: string | null;
  simulated: boolean;
}

const byHour = `
  select hour as at, verdict, ${sumColumns} from (${checksByHour('$2::timestamptz', 'service_id = $1')}) as hours`;
const byDay = `
  select day::timestamp at time zone 'UTC' as at, verdict, ${sumColumns}
  from check_days where service_id = $1 and day >= ($2::timestamptz at time zone 'UTC')::date
    and day < (${hoursSince('now()')} at time zone 'UTC')::date
  union all
  select date_trunc('day', hour, 'UTC'), verdict, ${sumsOfHours}, simulated
  from (${checksByHour(`greatest($2::timestamptz, ${hoursSince('now()')})`, 'service_id = $1')}) as hours
  group by 1, 2, simulated`;

const windows: Record<HistoryWindow, { hours: number; step: 'hour' | 'day'; rows: string }> = {
  '24h': { hours: 24, step: 'hour', rows: byHour },
  '7d': { hours: 168, step: 'hour', rows: byHour },
  '90d': { hours: 2160, step: 'day', rows: byDay },
};

const sum = (rows: readonly StepRow[], of: (row: StepRow) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

/** Summarizes some rows. */
function summary(rows: readonly StepRow[]) {
  const requested = sum(rows, (row) => (row.is_asked ? row.checks : 0));
  const answered = sum(rows, (row) => (row.is_answered ? row.checks : 0));
  const timed = sum(rows, (row) => row.timed);
  const counts = new Map<Verdict, number>();
  for (const { verdict, checks } of rows) counts.set(verdict, (counts.get(verdict) ?? 0) + checks);
  return {
    checks: sum(rows, (row) => row.checks),
    uptime: requested > 0 ? Number(((100 * answered) / requested).toFixed(2)) : null,
    responseMs: timed > 0 ? Math.round(sum(rows, (row) => Number(row.total_ms)) / timed) : null,
    verdicts: [...counts].map(([verdict, checks]) => ({ verdict, checks })),
  };
}

function stepOf(at: string, rows: readonly StepRow[]): CheckHistory['steps'][number] {
  const slowest = rows.map((row) => row.slowest_ms).filter((ms) => ms !== null);
  const priced = rows.find((row) => row.price !== null);
  return {
    at,
    ...summary(rows),
    slowestMs: slowest.length > 0 ? Math.max(...slowest) : null,
    price: priced?.price ?? null,
    currency: priced?.currency ?? null,
  };
}

function priceChanges(steps: CheckHistory['steps']): CheckHistory['prices'] {
  const changes: CheckHistory['prices'] = [];
  for (const { at, price, currency } of steps) {
    const last = changes.at(-1);
    if (price !== null && (price !== last?.price || currency !== last.currency)) changes.push({ at, price, currency });
  }
  return changes;
}

/** Returns what the checks of a service have seen within `window`; undefined if there is no such service. */
export async function readCheckHistory(
  database: Pick<Database, 'query'>,
  id: string,
  window: HistoryWindow,
  now = new Date(),
): Promise<CheckHistory | undefined> {
  if (!isServiceId(id)) return undefined;
  const { hours, step, rows: text } = windows[window];
  const from = new Date(now.getTime() - hours * 3_600_000);
  const [service, { rows: all }] = await Promise.all([
    findStatus(database, id),
    database.query<StepRow>({
      name: `check-history-${step}`,
      text: `select *, ${hasRequest} as is_asked, ${isAnswered} as is_answered from (${text}) as steps order by at, verdict`,
      values: [id, from],
    }),
  ]);
  if (!service) return undefined;
  // Real checks are never mixed with sample data.
  const real = all.filter((row) => !row.simulated);
  const rows = real.length > 0 ? real : all;
  const byStep = new Map<string, StepRow[]>();
  for (const row of rows) {
    const at = row.at.toISOString();
    byStep.set(at, [...(byStep.get(at) ?? []), row]);
  }
  const steps = [...byStep].map(([at, ofStep]) => stepOf(at, ofStep));
  return {
    id: service.id,
    window,
    from: from.toISOString(),
    to: now.toISOString(),
    step,
    isSimulated: real.length === 0 && all.length > 0,
    ...summary(rows),
    steps,
    prices: priceChanges(steps),
  };
}
