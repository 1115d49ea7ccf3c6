import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { Notice } from '../notice.js';
import { filterCount, type View, viewAddress, withoutFilters } from '../view.js';

/** Why there is nothing, and the way out. */
export function NothingFound({ view }: { view: View }) {
  const messages = useMessages();
  if (view.page > 1) {
    return (
      <Notice title={messages.pastTheEnd}>
        <Link class="button" href={viewAddress({ ...view, page: 1 })}>
          {messages.firstPage}
        </Link>
      </Notice>
    );
  }
  const isNarrowed = filterCount(view) > 0;
  if (!view.text && !isNarrowed) {
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
  return (
    <Notice title={messages.nothing}>
      <p>{messages.nothingHint}</p>
      {isNarrowed && (
        <Link class="button" href={viewAddress(withoutFilters(view))}>
          {messages.clearFilters}
        </Link>
      )}
    </Notice>
  );
}
