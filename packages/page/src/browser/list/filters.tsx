import type { Category } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { categoryLabel } from '../directory.js';
import { Icon } from '../icon.js';
import { useLanguage } from '../language/language.js';
import { Link } from '../link.js';
import { filterCount, type View, type ViewChange, valuesOf, viewAddress, viewForm, withoutFilters } from '../view.js';
import { Choice } from './choice.js';
import type { Choices, Offer } from './filterChoices.js';
import { LinkFilter } from './linkFilter.js';
import { PriceFilter } from './priceFilter.js';

interface FiltersProps {
  view: View;
  choices: Choices;
  categories: Category[] | undefined;
  onChange: (changes: ViewChange, options?: { replace: boolean }) => void;
}

/** The filters of the view. On a narrow screen they are collapsed by default. */
export function Filters({ view, choices, categories, onChange }: FiltersProps) {
  const { code, messages } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const count = filterCount(view);
  /** A select for one of the offered values, or any. */
  const choice = <Value extends string>(
    name: 'status' | 'language' | 'minTrust' | 'minUptime' | 'testnet',
    label: string,
    any: string,
    offers: readonly Offer<Value>[],
    labelOf: (value: Value) => string,
  ) => (
    <Choice<string>
      name={name}
      label={label}
      value={String(view[name] ?? '')}
      options={[
        { value: '', label: any },
        ...offers.map(({ value, count }) => ({
          value,
          label: count === undefined ? labelOf(value) : messages.counted(labelOf(value), count),
        })),
      ]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
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
        <LinkFilter
          title={messages.category}
          all={messages.allCategories}
          offers={choices.categories}
          selection={valuesOf(view.category)}
          labelOf={(id) => categoryLabel(id, categories, code)}
          addressOf={(category) => viewAddress({ ...view, category, offset: undefined })}
        />
        {choice('status', messages.status, messages.anyStatus, choices.statuses, (status) => messages.statuses[status])}
        {choice(
          'language',
          messages.language,
          messages.anyLanguage,
          choices.languages,
          (language) => messages.languages[language],
        )}
        {choice('minTrust', messages.minTrust, messages.anyTrust, choices.trust, messages.orMore)}
        {choice('minUptime', messages.minUptime, messages.anyUptime, choices.uptime, (least) =>
          messages.orMore(`${least}%`),
        )}
        {choice(
          'testnet',
          messages.networkType,
          messages.testnets[''],
          choices.testnets,
          (testnet) => messages.testnets[testnet],
        )}
        <PriceFilter view={view} currencies={choices.currencies} onChange={onChange} />
        <button type="submit" form={viewForm} class="button scriptless">
          {messages.apply}
        </button>
        <LinkFilter
          title={messages.chain}
          all={messages.anyChain}
          offers={choices.chains}
          selection={valuesOf(view.chain)}
          labelOf={(chain) => chain}
          addressOf={(chain) => viewAddress({ ...view, chain, offset: undefined })}
        />
      </div>
    </aside>
  );
}
