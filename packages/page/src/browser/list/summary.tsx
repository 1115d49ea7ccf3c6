import type { CurrencyInUse } from '@shirube/contracts';
import type { Findings } from '../findServices.js';
import { useMessages } from '../language/language.js';
import { sorts, type View, viewAddress } from '../view.js';
import { Choice } from './choice.js';
import { MixedCurrencies } from './mixedCurrencies.js';
import { Understood } from './understood.js';

interface SummaryProps {
  view: View;
  findings: Findings | undefined;
  currencies: CurrencyInUse[] | undefined;
  onChange: (changed: Partial<View>) => void;
}

/** The line above the results: their number, how a text was interpreted, and the sort order. */
export function Summary({ view, findings, currencies, onChange }: SummaryProps) {
  const messages = useMessages();
  // Reserves space for the interpretation of a text while it loads.
  const isRead = view.text !== '' && (!findings || findings.understanding !== undefined);
  const natural = view.text ? messages.sorts.relevance : messages.sorts.trust;
  const options = sorts
    .filter((value) => value !== 'trust' || view.text)
    .map((value) => ({ value, label: value === '' ? natural : messages.sorts[value] }));
  return (
    <div class={isRead ? 'summary read' : 'summary'}>
      <p class="count" role="status">
        {findings && findings.total > 0 ? <Count findings={findings} /> : ' '}
      </p>
      <Choice
        name="sort"
        label={messages.sort}
        value={view.sort === 'trust' && !view.text ? '' : view.sort}
        options={options}
        onChange={(sort) => onChange({ sort })}
      />
      {findings?.understanding && (
        <Understood
          understanding={findings.understanding}
          isEmpty={findings.total === 0}
          addressIgnoring={(ignored) => viewAddress({ ...view, page: 1, ignored })}
        />
      )}
      {findings && <MixedCurrencies view={view} findings={findings} inUse={currencies} />}
    </div>
  );
}

function Count({ findings: { total, isBestOnly } }: { findings: Findings }) {
  const messages = useMessages();
  return isBestOnly ? messages.foundBest(total) : messages.found(total);
}
