import type { ComponentChildren } from 'preact';
import { categoryLabel } from '../categoryLabel.js';
import { FailureNotice } from '../failureNotice.js';
import { useLanguage } from '../language/language.js';
import { useAnswer } from '../useAnswer.js';
import { useTitle } from '../viewTitle.js';
import { useStatsMessages } from './messages.js';
import { Bars, Prices, Weeks } from './plots.js';
import { weeksOf } from './weeksOf.js';

/** Statistics of the catalog: charts and tables. */
export function StatsPage() {
  const { code, messages } = useLanguage();
  const texts = useStatsMessages();
  const { value: stats, failure } = useAnswer('stats', async (signal, reads) => {
    const { statuses, categories, chains, prices, uptime, additions, settlements } = await reads.readStats({ signal });
    const weekly = { additions: weeksOf(additions), settlements: weeksOf(settlements) };
    return { statuses, categories, chains, prices, uptime, ...weekly };
  });
  useTitle(messages.statistics);
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
              rows={stats.uptime.map(({ atLeast, count }) => ({ name: texts.uptimeFrom[atLeast] ?? '', count }))}
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
          <Part title={texts.prices} hint={texts.pricesHint} isWide>
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
