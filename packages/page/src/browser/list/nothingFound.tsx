import type { Category } from '@shirube/contracts';
import { editDistance } from '@shirube/contracts/editDistance';
import { categoryLabel } from '../directory.js';
import type { Understanding } from '../findServices.js';
import { useLanguage } from '../language/language.js';
import { Link } from '../link.js';
import { Notice } from '../notice.js';
import { filterCount, type View, valuesOf, viewAddress, withoutFilters } from '../view.js';
import { textLanguage } from '../writtenForms.js';

const most = 3;

/** Returns how far a name is from the requested one, from 0. Names that contain each other are near. */
function distance(name: string, asked: string): number {
  const isPart = name.includes(asked) || asked.includes(name);
  return (isPart ? 0.1 : 1) * (editDistance(name, asked) / Math.max(name.length, asked.length));
}

/** Returns the categories that an unknown name may mean, nearest first. */
function nearestCategories(asked: string, categories: readonly Category[]): Category[] {
  const nearness = ({ id, label, labelJa }: Category): number =>
    Math.min(...[id, label.toLowerCase(), labelJa ?? label].map((name) => distance(name, asked.toLowerCase())));
  return categories
    .map((category) => ({ category, far: nearness(category) }))
    .sort((a, b) => a.far - b.far || b.category.count - a.category.count)
    .slice(0, most)
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
          <Link class="button" href="/account/register">
            {messages.registerService}
          </Link>
          <a class="button" href="/docs">
            {messages.reference}
          </a>
        </p>
      </Notice>
    );
  }
  const unknown = valuesOf(view.category).find((id) => categories?.every((known) => known.id !== id));
  if (categories && unknown !== undefined) {
    return (
      <Notice title={messages.noSuchCategory(unknown)}>
        <p class="ways">
          {messages.nearest}
          {nearestCategories(unknown, categories).map(({ id }) => (
            <Link key={id} class="button" href={viewAddress({ ...view, category: id, offset: undefined })}>
              {categoryLabel(id, categories, code)}
            </Link>
          ))}
        </p>
      </Notice>
    );
  }
  const { reason, nearestMiss } = understanding ?? {};
  return (
    <Notice title={messages.nothing}>
      {reason && <p lang={textLanguage(reason) ?? 'en'}>{reason}</p>}
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
        <Link class="button" href={viewAddress(withoutFilters(view))}>
          {messages.clearFilters}
        </Link>
      )}
    </Notice>
  );
}
