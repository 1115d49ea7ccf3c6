import { type Findings, pageSize } from '../findServices.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { type View, viewAddress } from '../view.js';
import { pageNumbers } from './pageNumbers.js';

/** Links to the other pages. */
export function Pager({ view, findings }: { view: View; findings: Findings }) {
  const messages = useMessages();
  const last = Math.ceil(findings.total / pageSize);
  if (last <= 1) return null;
  const address = (page: number) => viewAddress({ ...view, page });
  return (
    <nav class="pager" aria-label={messages.pages}>
      {view.page > 1 && (
        <Link rel="prev" href={address(view.page - 1)}>
          {messages.previous}
        </Link>
      )}
      <ol>
        {pageNumbers(view.page, last).map((page, index) => (
          <li key={index}>
            {page === undefined ? (
              '…'
            ) : (
              <Link
                href={address(page)}
                aria-label={messages.page(page)}
                aria-current={page === view.page ? 'page' : undefined}
              >
                {messages.number(page)}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {view.page < last && (
        <Link rel="next" href={address(view.page + 1)}>
          {messages.next}
        </Link>
      )}
    </nav>
  );
}
