import type { ComponentChildren } from 'preact';
import type { PageProps } from '../definePage.js';
import { categoryLabel } from '../directory.js';
import { useLanguage } from '../language/language.js';
import { FailureNotice } from '../notice.js';
import type { Reads } from '../rendering.js';
import { useStatsMessages } from './messages.js';
import { Bars, Prices, type Week, Weeks } from './plots.js';

/** Groups days, earliest first, into whole weeks, the last of which ends on the last day. */
function weeksOf(days: readonly { date: string; count: number }[]): Week[] {
  return Array.from({ length: Math.floor(days.length / 7) }, (_, back) => {
    const week = days.slice(days.length - 7 * (back + 1), days.length - 7 * back);
    return { to: week.at(-1)?.date ?? '', count: week.reduce((sum, { count }) => sum + count, 0) };
  }).reverse();
}

export type WeeklyStats = Awaited<ReturnType<typeof readWeeks>>;

/** Reads the statistics of the catalog, with weeks in place of days. */
export async function readWeeks(reads: Reads, signal: AbortSignal) {
  const { statuses, categories, chains, prices, uptime, additions, settlements } = await reads.readStats({ signal });
  const weekly = { additions: weeksOf(additions), settlements: weeksOf(settlements) };
  return { statuses, categories, chains, prices, uptime, ...weekly };
}

/** Statistics of the catalog: charts and tables. */
export function StatsPage({ answer: { value: stats, failure } }: PageProps<WeeklyStats>) {
  const { code, messages } = useLanguage();
  const texts = useStatsMessages();
  const uptimeNames = new Map(Object.entries(texts.uptimeFrom));
  return (
    <main id="results" class="compare-page stats-page" tabIndex={-1}>
      <h1>{messages.statistics}</h1>
      <p>{texts.intro}</p>
      {failure && <FailureNotice failure={failure} />}
      {!failure && !stats && <p role="status">{messages.loading}</p>}
      {stats && (
        <>
          <Part title={texts.byStatus}>
            <Bars
              label={messages.status}
              rows={stats.statuses.map(({ status, count }) => ({ name: messages.statuses[status], count }))}
            />
          </Part>
          <Part title={texts.uptime} hint={texts.uptimeHint}>
            <Bars
              label={texts.uptimeLabel}
              rows={stats.uptime.map(({ atLeast, count }) => ({ name: uptimeNames.get(String(atLeast)) ?? '', count }))}
            />
          </Part>
          <Part title={texts.additions}>
            <Weeks label={texts.additions} caption={texts.count} weeks={stats.additions} />
          </Part>
          <Part title={texts.settlements} hint={texts.settlementsHint}>
            <Weeks label={texts.settlements} caption={texts.settlementCount} weeks={stats.settlements} />
          </Part>
          <Part title={texts.byCategory}>
            <Bars
              label={messages.category}
              rows={stats.categories.map(({ id, count }) => ({
                name: categoryLabel(id, stats.categories, code),
                count,
              }))}
            />
          </Part>
          <Part title={texts.byChain}>
            <Bars label={messages.chain} rows={stats.chains.map(({ chain, count }) => ({ name: chain, count }))} />
          </Part>
          <Part title={texts.prices} isWide>
            <Prices prices={stats.prices} />
          </Part>
        </>
      )}
    </main>
  );
}

interface PartProps {
  title: string;
  hint?: string;
  isWide?: boolean;
  children: ComponentChildren;
}

const Part = ({ title, hint, isWide = false, children }: PartProps) => (
  <article class={isWide ? 'wide' : ''}>
    <h2>{title}</h2>
    {hint && <p class="hint">{hint}</p>}
    {children}
  </article>
);
