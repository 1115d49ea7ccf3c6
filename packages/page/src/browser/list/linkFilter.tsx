import { useState } from 'preact/hooks';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { toggle } from '../view.js';
import type { Offer } from './offered.js';

const shownAtFirst = 12;

interface LinkFilterProps {
  title: string;
  /** The label for no selection. */
  all: string;
  offers: readonly Offer[];
  chosen: readonly string[];
  labelOf: (value: string) => string;
  /** Returns the address with these values chosen. */
  addressOf: (values: string[]) => string;
}

/**
 * Shows every value as a link that adds or removes it, so that each choice can be opened, shared and undone with Back.
 */
export function LinkFilter({ title, all, offers, chosen, labelOf, addressOf }: LinkFilterProps) {
  const messages = useMessages();
  const [showsAll, setShowsAll] = useState(false);
  const isMore = (value: string, index: number) => !showsAll && index >= shownAtFirst && !chosen.includes(value);
  return (
    <nav class="categories" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        <li>
          <Link href={addressOf([])} aria-current={chosen.length === 0}>
            {all}
          </Link>
        </li>
        {offers.map(({ value, count }, index) => (
          <li key={value} class={isMore(value, index) ? 'more' : undefined}>
            <Link href={addressOf(toggle(chosen, value))} aria-current={chosen.includes(value)}>
              <span>{labelOf(value)}</span>
              {count !== undefined && <small>{messages.number(count)}</small>}
            </Link>
          </li>
        ))}
      </ul>
      {offers.length > shownAtFirst && (
        <button type="button" class="button quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? messages.showFewer : messages.moreCategories(offers.length)}
        </button>
      )}
    </nav>
  );
}
