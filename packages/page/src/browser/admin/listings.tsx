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
  const actions = [
    { method: 'POST', name: own.accept, label: own.acceptOf },
    { method: 'DELETE', name: own.refuse, label: own.refuseOf },
  ] as const;
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
              actions.map(({ method, name, label }) => (
                <RowAction
                  key={method}
                  label={label(url)}
                  isSending={isSending}
                  onClick={() => act(method, `/api/admin/listings/${id}`)}
                >
                  {name}
                </RowAction>
              )),
            ])}
          />
          <Refusal error={refusal} />
        </>
      )}
    </FoldedSection>
  );
}
