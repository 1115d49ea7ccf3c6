import { useState } from 'preact/hooks';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { toggle } from '../view.js';
import type { Offer } from './filterChoices.js';

const initialCount = 12;

interface LinkFilterProps {
  title: string;
  /** The label for no selection. */
  all: string;
  offers: readonly Offer[];
  selection: readonly string[];
  labelOf: (value: string) => string;
  /** Returns the address with these values chosen. */
  addressOf: (values: string[]) => string;
}

/**
 * Shows every value as a link that adds or removes it, so that each choice can be opened, shared and undone with Back.
 */
export function LinkFilter({ title, all, offers, selection, labelOf, addressOf }: LinkFilterProps) {
  const messages = useMessages();
  const [showsAll, setShowsAll] = useState(false);
  const isMore = (value: string, index: number) => !showsAll && index >= initialCount && !selection.includes(value);
  return (
    <nav class="categories" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        <li>
          <Link href={addressOf([])} aria-current={selection.length === 0}>
            {all}
          </Link>
        </li>
        {offers.map(({ value, count }, index) => (
          <li key={value} class={isMore(value, index) ? 'more' : undefined}>
            <Link href={addressOf(toggle(selection, value))} aria-current={selection.includes(value)}>
              <span>{labelOf(value)}</span>
              {count !== undefined && <small>{messages.number(count)}</small>}
            </Link>
          </li>
        ))}
      </ul>
      {offers.length > initialCount && (
        <button type="button" class="button quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? messages.showFewer : messages.moreCategories(offers.length)}
        </button>
      )}
    </nav>
  );
}
