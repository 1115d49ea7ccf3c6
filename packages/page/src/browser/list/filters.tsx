import { useState } from 'preact/hooks';
import { Icon } from '../icon.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { filterCount, type View, viewAddress, viewForm, withoutFilters } from '../view.js';
import { CategoryFilter } from './categoryFilter.js';
import { Choice } from './choice.js';
import type { Choices } from './offered.js';
import { PriceFilter } from './priceFilter.js';

interface FiltersProps {
  view: View;
  choices: Choices;
  onChange: (changed: Partial<View>, options?: { replace: boolean }) => void;
}

/** What narrows the view. On a narrow screen it stays folded until it is asked for. */
export function Filters({ view, choices, onChange }: FiltersProps) {
  const messages = useMessages();
  const [isOpen, setOpen] = useState(false);
  const count = filterCount(view);
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
          {count > 0 && (
            <Link class="button quiet" href={viewAddress(withoutFilters(view))}>
              {messages.clearFilters}
            </Link>
          )}
        </p>
        <Choice
          name="status"
          label={messages.status}
          value={view.status}
          options={[
            { value: '', label: messages.anyStatus },
            ...choices.statuses.map((value) => ({ value, label: messages.statuses[value] })),
          ]}
          onChange={(status) => onChange({ status })}
        />
        <Choice
          name="chain"
          label={messages.chain}
          value={view.chain}
          options={[
            { value: '', label: messages.anyChain },
            ...choices.chains.map((value) => ({ value, label: value })),
          ]}
          onChange={(chain) => onChange({ chain })}
        />
        <PriceFilter view={view} currencies={choices.currencies} onChange={onChange} />
        <button type="submit" form={viewForm} class="button scriptless">
          {messages.apply}
        </button>
        <CategoryFilter view={view} categories={choices.categories} />
      </div>
    </aside>
  );
}
