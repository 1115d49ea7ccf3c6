import type { Findings } from '../findServices.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { pageOf, pageSize, type View, viewAddress } from '../view.js';

/** Links to the other pages. */
export function Pager({ view, findings }: { view: View; findings: Findings }) {
  const messages = useMessages();
  const last = Math.ceil(findings.total / pageSize);
  if (last <= 1) return null;
  const current = pageOf(view);
  const address = (page: number) => viewAddress({ ...view, offset: (page - 1) * pageSize || undefined });
  return (
    <nav class="pager" aria-label={messages.pages}>
      {current > 1 && (
        <Link rel="prev" href={address(current - 1)}>
          {messages.previous}
        </Link>
      )}
      <ol>
        {pageNumbers(current, last).map((page, index) => (
          <li key={index}>
            {page === undefined ? (
              '…'
            ) : (
              <Link
                href={address(page)}
                aria-label={messages.page(page)}
                aria-current={page === current ? 'page' : undefined}
              >
                {messages.number(page)}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {current < last && (
        <Link rel="next" href={address(current + 1)}>
          {messages.next}
        </Link>
      )}
    </nav>
  );
}

/** Returns the page numbers to link: first, last, and those around the current one; undefined marks a gap. */
export function pageNumbers(current: number, last: number): (number | undefined)[] {
  const candidates = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(candidates)].sort((a, b) => a - b);
  return pages.flatMap((page, index) => {
    const before = pages[index - 1];
    return before !== undefined && page > before + 1 ? [undefined, page] : [page];
  });
}
