import type { Category, CurrencyInUse } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { Icon } from '../icon.js';
import { useMessages } from '../language/language.js';
import { filterCount, statuses, type View, withoutFilters } from '../view.js';
import { CategoryFilter } from './categoryFilter.js';
import { Choice } from './choice.js';
import { PriceFilter } from './priceFilter.js';

interface FiltersProps {
  view: View;
  categories: Category[] | undefined;
  currencies: CurrencyInUse[] | undefined;
  onChange: (changed: Partial<View>, options?: { replace: boolean }) => void;
}

/** What narrows the view. On a narrow screen it stays folded until it is asked for. */
export function Filters({ view, categories, currencies, onChange }: FiltersProps) {
  const messages = useMessages();
  const [isOpen, setOpen] = useState(false);
  const count = filterCount(view);
  const chains =
    NETWORK_NAMES.includes(view.chain) || !view.chain ? NETWORK_NAMES : [view.chain, ...NETWORK_NAMES];
  return (
    <aside class="filters" aria-label={messages.filters}>
      <button
        type="button"
        class="button fold"
        aria-expanded={isOpen}
        aria-controls="filters"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="filters" />
        {count > 0 ? messages.filtersActive(count) : messages.filters}
      </button>
      <div id="filters" class={isOpen ? 'panel open' : 'panel'}>
        <p class="heading">
          {messages.filters}
          <button
            type="button"
            class="button quiet"
            disabled={count === 0}
            onClick={() => onChange(withoutFilters(view))}
          >
            {messages.clearFilters}
          </button>
        </p>
        <Choice
          label={messages.status}
          value={view.status}
          options={[
            { value: '', label: messages.anyStatus },
            ...statuses.map((value) => ({ value, label: messages.statuses[value] })),
          ]}
          onChange={(status) => onChange({ status })}
        />
        <Choice
          label={messages.chain}
          value={view.chain}
          options={[
            { value: '', label: messages.anyChain },
            ...chains.map((value) => ({ value, label: value })),
          ]}
          onChange={(chain) => onChange({ chain })}
        />
        <PriceFilter view={view} currencies={currencies} onChange={onChange} />
        <CategoryFilter view={view} categories={categories} />
      </div>
    </aside>
  );
}
