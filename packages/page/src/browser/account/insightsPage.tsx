import type { ServiceInsights } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { client } from '../directory.js';
import { FiguresTable } from '../figuresTable.js';
import { textLanguage } from '../formats.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { FailureNotice } from '../notice.js';
import { useAnswer } from '../useAnswer.js';
import { DayBars } from './dayBars.js';
import { useSellerMessages } from './sellerMessages.js';

/** How often the services of the account were shown and opened, and what was asked for. */
export function InsightsPage({ apiKey }: { apiKey: string }) {
  const messages = useMessages();
  const { insights: own } = useSellerMessages();
  const [visit] = useState(Date.now);
  const { value, failure } = useAnswer(`own insights ${visit}`, (signal) =>
    client.readInsights({}, { key: apiKey, signal }),
  );
  return (
    <>
      <h1>{messages.insights}</h1>
      <p>{own.intro}</p>
      {failure && <FailureNotice failure={failure} />}
      {!failure && !value && <p role="status">{messages.loading}</p>}
      {value?.services.length === 0 && <p>{own.none}</p>}
      {value?.services.map((service) => (
        <Insights key={service.id} service={service} />
      ))}
    </>
  );
}

function Insights({ service: { id, name, days, queries, missingWords } }: { service: ServiceInsights }) {
  const { number } = useMessages();
  const { insights: own } = useSellerMessages();
  const sum = (kind: 'shown' | 'opened') => days.reduce((total, day) => total + day[kind], 0);
  return (
    <article aria-labelledby={`insights-${id}`}>
      <h2 id={`insights-${id}`} lang={textLanguage(name)}>
        <Link href={`/services/${id}`}>{name}</Link>
      </h2>
      <DayBars
        title={own.totals(sum('shown'), sum('opened'))}
        columns={[own.shown, own.opened, own.rank]}
        days={days.map(({ day, shown, opened, averageRank }) => {
          return { day, count: shown, cells: [number(opened), averageRank ? number(averageRank) : '–'] };
        })}
        isOpen
      />
      <FiguresTable
        label={own.queries}
        none={own.noQueries}
        columns={[own.task, own.words, own.shown, own.opened]}
        rows={queries.map(({ task = own.keywords, words, shown, opened }) => [
          task,
          words.join(', '),
          number(shown),
          number(opened),
        ])}
      />
      {missingWords.length > 0 && (
        <p>
          {own.missing} <strong>{missingWords.map(({ word }) => word).join(', ')}</strong>
        </p>
      )}
    </article>
  );
}
