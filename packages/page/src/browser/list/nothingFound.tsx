import type { Category } from '@shirube/contracts';
import { editDistance } from '@shirube/domain/editDistance';
import { categoryLabel } from '../directory.js';
import { findServices, type Understanding } from '../findServices.js';
import { textLanguage } from '../formats.js';
import { useLanguage, useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { Notice } from '../notice.js';
import { useAnswer } from '../useAnswer.js';
import { filterCount, readView, type View, type ViewChange, valuesOf, viewAddress, withoutFilters } from '../view.js';
import { filterLabels } from './filterLabels.js';

const suggestionCount = 3;

/** Returns how far a name is from the requested one, from 0. Names that contain each other are near. */
function distance(name: string, query: string): number {
  const isPart = name.includes(query) || query.includes(name);
  return (isPart ? 0.1 : 1) * (editDistance(name, query) / Math.max(name.length, query.length));
}

/** Returns the categories that an unknown name may mean, nearest first. */
function nearestCategories(query: string, categories: readonly Category[]): Category[] {
  const nearness = ({ id, label, labelJa }: Category): number =>
    Math.min(...[id, label.toLowerCase(), labelJa ?? label].map((name) => distance(name, query.toLowerCase())));
  return categories
    .map((category) => ({ category, distance: nearness(category) }))
    .sort((a, b) => a.distance - b.distance || b.category.count - a.category.count)
    .slice(0, suggestionCount)
    .map(({ category }) => category);
}

interface NothingFoundProps {
  view: View;
  understanding: Understanding | undefined;
  categories: Category[] | undefined;
}

/** Explains why there are no results, and offers a way out. */
export function NothingFound({ view, understanding, categories }: NothingFoundProps) {
  const { code, messages } = useLanguage();
  if (view.offset) {
    return (
      <Notice title={messages.pastTheEnd}>
        <Link class="button" href={viewAddress({ ...view, offset: undefined })}>
          {messages.firstPage}
        </Link>
      </Notice>
    );
  }
  const isNarrowed = filterCount(view) > 0;
  if (!view.query && !isNarrowed) {
    return (
      <Notice title={messages.emptyCatalog}>
        <p>{messages.emptyCatalogHint}</p>
        <p class="ways">
          <Link class="button" href="/list">
            {messages.entrances.sellers.title}
          </Link>
          <a class="button" href="/docs">
            {messages.reference}
          </a>
        </p>
      </Notice>
    );
  }
  const unknownId = valuesOf(view.category).find((id) => categories?.every((known) => known.id !== id));
  if (categories && unknownId !== undefined) {
    return (
      <Notice title={messages.noSuchCategory(unknownId)}>
        <p class="ways">
          {messages.nearest}
          {nearestCategories(unknownId, categories).map(({ id }) => (
            <Link key={id} class="button" href={viewAddress({ ...view, category: id, offset: undefined })}>
              {categoryLabel(id, categories, code)}
            </Link>
          ))}
        </p>
      </Notice>
    );
  }
  const { reason, nearestMiss } = understanding ?? {};
  const filters = filterLabels(view, messages, (id) => categoryLabel(id, categories, code));
  return (
    <Notice title={messages.nothing}>
      {reason && !nearestMiss && <p lang={textLanguage(reason) ?? 'en'}>{reason}</p>}
      {nearestMiss && (
        <p class="ways">
          {messages.nearest}
          <Link class="button" href={`/services/${nearestMiss.id}`}>
            {nearestMiss.name}
          </Link>
        </p>
      )}
      <p>{messages.nothingHint}</p>
      {isNarrowed && (
        <p class="ways">
          {filters.map(({ text, without }) => (
            <Without key={text} view={{ ...view, ...without }} filter={text} />
          ))}
          <Link class="button" href={viewAddress(withoutFilters(view))}>
            {messages.clearFilters}
          </Link>
        </p>
      )}
    </Notice>
  );
}

/** A link that removes a filter, with how much is found then; nothing if that is nothing. */
function Without({ view, filter }: { view: ViewChange; filter: string }) {
  const messages = useMessages();
  const address = viewAddress(view);
  const { value: total = 0 } = useAnswer(`total ${address}`, async (signal, reads) => {
    const found = await findServices(reads, readView(address.slice(1)), signal);
    return found.total;
  });
  if (total === 0) return null;
  return (
    <Link class="button" href={address}>
      {messages.withoutFilter(total, filter)}
    </Link>
  );
}
