import type { Category } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { categoryLabel } from '../categoryLabel.js';
import { useLanguage } from '../language/language.js';
import { Link } from '../link.js';
import { type View, viewAddress } from '../view.js';

const shownAtFirst = 12;

/** Every category as a link with its number of services, so that each can be opened, shared and gone back from. */
export function CategoryFilter({ view, categories }: { view: View; categories: Category[] | undefined }) {
  const { code, messages } = useLanguage();
  const [showsAll, setShowsAll] = useState(false);
  const all = categories ?? [];
  const isMore = (id: string, index: number) => !showsAll && index >= shownAtFirst && id !== view.category;
  return (
    <nav class="categories" aria-label={messages.category}>
      <h2>{messages.category}</h2>
      <ul>
        <li>
          <Link href={viewAddress({ ...view, category: '', page: 1 })} aria-current={!view.category}>
            {messages.allCategories}
          </Link>
        </li>
        {all.map(({ id, count }, index) => (
          <li key={id} class={isMore(id, index) ? 'more' : undefined}>
            <Link href={viewAddress({ ...view, category: id, page: 1 })} aria-current={view.category === id}>
              <span>{categoryLabel(id, all, code)}</span>
              <small>{messages.number(count)}</small>
            </Link>
          </li>
        ))}
      </ul>
      {all.length > shownAtFirst && (
        <button type="button" class="button quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? messages.showFewer : messages.moreCategories(all.length)}
        </button>
      )}
    </nav>
  );
}
