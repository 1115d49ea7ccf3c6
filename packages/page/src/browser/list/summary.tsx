import type { CurrencyInUse } from '@shirube/contracts';
import type { Findings } from '../findServices.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { filterCount, orderNames, orderOf, orders, type View, type ViewChange, viewAddress } from '../view.js';
import { Choice } from './choice.js';
import { Interpretation } from './interpretation.js';

interface SummaryProps {
  view: View;
  findings: Findings | undefined;
  currencies: CurrencyInUse[] | undefined;
  onChange: (changes: ViewChange) => void;
}

/** The line above the results: their number, how a text was interpreted, and the sort order. */
export function Summary({ view, findings, currencies, onChange }: SummaryProps) {
  const messages = useMessages();
  // Reserves space for the interpretation of a text while it loads.
  const isRead = view.query !== undefined && (!findings || findings.understanding !== undefined);
  const order = orderOf(view);
  const natural = view.query ? messages.sorts.relevance : messages.sorts.trust;
  const options = orderNames
    .filter((value) => value !== 'trust' || view.query)
    .map((value) => ({ value, label: value === '' ? natural : messages.sorts[value] }));
  return (
    <div class={isRead ? 'summary read' : 'summary'}>
      <p class="count" role="status">
        {findings && findings.total > 0 ? <Count findings={findings} /> : ' '}
      </p>
      <Choice
        name="sort"
        label={messages.sort}
        value={order === 'trust' && !view.query ? '' : order}
        options={options}
        onChange={(name) => onChange({ sortBy: undefined, sortOrder: undefined, ...orders[name] })}
      />
      {findings?.understanding && (
        <Interpretation
          understanding={findings.understanding}
          isEmpty={findings.total === 0}
          isGuess={findings.isGuess === true}
          isNarrowed={filterCount(view) > 0}
          addressIgnoring={(ignored) => viewAddress({ ...view, offset: undefined, ignore: ignored.join(',') })}
        />
      )}
      {findings && <MixedCurrencies view={view} findings={findings} inUse={currencies} />}
    </div>
  );
}

function Count({ findings: { total, isBestOnly, isGrouped } }: { findings: Findings }) {
  const messages = useMessages();
  if (isBestOnly) return messages.foundBest(total);
  return isGrouped ? messages.foundProviders(total) : messages.found(total);
}

interface MixedCurrenciesProps {
  view: View;
  findings: Findings;
  inUse: CurrencyInUse[] | undefined;
}

const filterChoices = 3;

/** Warns if a sort by price mixes currencies, and offers to filter by one of the most used ones. */
export function MixedCurrencies({ view, findings, inUse = [] }: MixedCurrenciesProps) {
  const messages = useMessages();
  const { order, currency: statedCurrency } = findings.understanding?.constraints ?? {};
  const isByPrice = (view.sortBy ?? order) === 'price';
  const currencies = findings.currencies ?? inUse.map(({ currency }) => currency);
  if (!isByPrice || view.currency || statedCurrency || currencies.length < 2) return null;
  return (
    <p class="mixed">
      {messages.mixed(currencies.length)} {messages.only}{' '}
      {currencies.slice(0, filterChoices).map((currency) => (
        <Link key={currency} href={viewAddress({ ...view, currency, offset: undefined })}>
          {currency}
        </Link>
      ))}
    </p>
  );
}
