import { plainAmount } from '../formats.js';
import { type Messages, useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { Trust } from '../serviceLabels.js';

/** A provider as lists show it. */
export interface ListedProvider {
  domain: string;
  name?: string | undefined;
  services: number;
  trust: { median: number; best: number };
  prices: readonly { currency: string; min: string; max: string }[];
}

const mostRanges = 2;

/** Returns the prices of a provider, from the lowest to the highest, in the currencies that come first. */
export const priceRanges = (prices: ListedProvider['prices'], messages: Messages): string =>
  prices
    .slice(0, mostRanges)
    .map(({ currency, min, max }) => {
      const [least, most] = [plainAmount(min), plainAmount(max)];
      return least === most
        ? messages.amount(most, currency)
        : messages.between(least, messages.amount(most, currency));
    })
    .join(' · ');

/** Providers, each with its number of services, its prices and the median of their trust; nothing if there are none. */
export function Providers({ providers }: { providers: readonly ListedProvider[] }) {
  const messages = useMessages();
  if (providers.length === 0) return null;
  return (
    <section class="providers">
      <h2>{messages.providers}</h2>
      <ol>
        {providers.map(({ domain, name, services, trust, prices }) => (
          <li key={domain}>
            <Link href={`/providers/${domain}`}>{name ?? domain}</Link>
            {trust.best > 0 ? <Trust score={trust.median} /> : <small>{messages.noTrust}</small>}
            <p>{[messages.found(services), priceRanges(prices, messages)].join(' · ')}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
