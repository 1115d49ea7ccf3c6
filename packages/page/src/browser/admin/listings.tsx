import type { OpenListing } from '@shirube/contracts';
import { Refusal } from '../account/refusal.js';
import { RowAction } from '../actionForm.js';
import { FiguresTable } from '../figuresTable.js';
import { Price } from '../serviceLabels.js';
import { useAdminMessages } from './messages.js';
import { FoldedSection, Moment } from './section.js';
import { useAdmin, useAdminAction } from './useAdmin.js';

/** What visitors want to list and nobody has reviewed yet; nothing if nothing waits. */
export function Listings() {
  const own = useAdminMessages();
  const answer = useAdmin<OpenListing[]>('/api/admin/listings');
  const { isSending, refusal, act } = useAdminAction();
  if (!answer.value?.length && refusal === undefined) return null;
  return (
    <FoldedSection id="listings" title={own.listings} answer={answer}>
      {(listings) => (
        <>
          <FiguresTable
            label={own.listings}
            none={own.none}
            columns={[own.host, own.url, own.services, own.time, own.action]}
            rows={listings.map(({ id, url, domain, services, requestedAt }) => [
              domain,
              <code>{url}</code>,
              <ul>
                {services.map(({ endpoint, name, pricing }) => (
                  <li key={endpoint}>
                    {name} <Price pricing={pricing} />
                  </li>
                ))}
              </ul>,
              <Moment at={requestedAt} />,
              <>
                <RowAction
                  label={own.acceptOf(url)}
                  isSending={isSending}
                  onClick={() => act('POST', `/api/admin/listings/${id}`)}
                >
                  {own.accept}
                </RowAction>
                <RowAction
                  label={own.refuseOf(url)}
                  isSending={isSending}
                  onClick={() => act('DELETE', `/api/admin/listings/${id}`)}
                >
                  {own.refuse}
                </RowAction>
              </>,
            ])}
          />
          <Refusal error={refusal} />
        </>
      )}
    </FoldedSection>
  );
}
