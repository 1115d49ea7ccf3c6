import type { SetAside } from '@shirube/contracts';
import { Refusal } from '../account/refusal.js';
import { RowAction } from '../actionForm.js';
import { FiguresTable } from '../figuresTable.js';
import { useAdminMessages } from './messages.js';
import { FoldedSection, Moment } from './section.js';
import { useAdmin, useAdminAction } from './useAdmin.js';

/** The entries that engines refuse, with the reason and a retry button. */
export function SetAsideList() {
  const own = useAdminMessages();
  const answer = useAdmin<SetAside[]>('/api/admin/set-aside');
  const { isSending, refusal, act } = useAdminAction();
  const retry = (ids?: string[]) => act('POST', '/api/admin/set-aside/retry', ids ? { ids } : {});
  return (
    <FoldedSection id="set-aside" title={own.setAside} answer={answer}>
      {(documents) =>
        documents.length === 0 ? (
          <p>{own.noSetAside}</p>
        ) : (
          <>
            <FiguresTable
              label={own.setAside}
              columns={[own.service, own.node, own.reason, own.since, own.action]}
              rows={documents.map(({ id, name, node, reason, refusedAt }) => [
                name ?? <code>{id}</code>,
                node,
                reason,
                <Moment at={refusedAt} />,
                <RowAction label={own.retryOf(name ?? id)} isSending={isSending} onClick={() => retry([id])}>
                  {own.retry}
                </RowAction>,
              ])}
            />
            <p class="actions">
              <button type="button" class="button" aria-disabled={isSending} onClick={() => retry()}>
                {own.retryAll}
              </button>
            </p>
            <Refusal error={refusal} />
          </>
        )
      }
    </FoldedSection>
  );
}
