import type { Report } from '@shirube/contracts';
import { Refusal } from '../account/refusal.js';
import { RowAction } from '../actionForm.js';
import { FiguresTable } from '../figuresTable.js';
import { Link } from '../link.js';
import { useAdminMessages } from './messages.js';
import { FoldedSection, Moment } from './section.js';
import { useAdmin, useAdminAction } from './useAdmin.js';

/** Visitors' reports about listings that nobody has reviewed yet. */
export function Reports() {
  const own = useAdminMessages();
  const answer = useAdmin<Report[]>('/api/admin/reports');
  const { isSending, refusal, act } = useAdminAction();
  const resolve = (id: string) => act('DELETE', `/api/admin/reports/${id}`);
  return (
    <FoldedSection id="reports" title={own.reports} answer={answer}>
      {(reports) => (
        <>
          <FiguresTable
            label={own.reports}
            none={own.none}
            columns={[own.service, own.serviceId, own.reason, own.comment, own.time, own.action]}
            rows={reports.map(({ id, serviceId, serviceName, reason, comment, createdAt }) => [
              <Link href={`/services/${serviceId}`}>{serviceName}</Link>,
              <code>{serviceId}</code>,
              own.reportReasons[reason],
              comment,
              <Moment at={createdAt} />,
              <RowAction label={own.resolveOf(serviceName)} isSending={isSending} onClick={() => resolve(id)}>
                {own.resolve}
              </RowAction>,
            ])}
          />
          <Refusal error={refusal} />
        </>
      )}
    </FoldedSection>
  );
}
