import type { CurrencyInUse } from '@shirube/contracts';
import type { Findings } from '../findServices.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { type View, viewAddress } from '../view.js';

interface MixedCurrenciesProps {
  view: View;
  findings: Findings;
  inUse: CurrencyInUse[] | undefined;
}

const offered = 3;

/** Warns if a sort by price mixes currencies, and offers to filter by one of the most used ones. */
export function MixedCurrencies({ view, findings, inUse = [] }: MixedCurrenciesProps) {
  const messages = useMessages();
  const { order, currency: meant } = findings.understanding?.constraints ?? {};
  const isByPrice = (view.sortBy ?? order) === 'price';
  const currencies = findings.currencies ?? inUse.map(({ currency }) => currency);
  if (!isByPrice || view.currency || meant || currencies.length < 2) return null;
  return (
    <p class="mixed">
      {messages.mixed(currencies.length)} {messages.only}{' '}
      {currencies.slice(0, offered).map((currency) => (
        <Link key={currency} href={viewAddress({ ...view, currency, offset: undefined })}>
          {currency}
        </Link>
      ))}
    </p>
  );
}
