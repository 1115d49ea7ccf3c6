import type { AuditEntry, RecentChange } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { ActionForm, Field, Submit } from '../actionForm.js';
import { FiguresTable } from '../figuresTable.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { useAdminMessages } from './messages.js';
import { FoldedSection, Moment } from './section.js';
import { useAdmin } from './useAdmin.js';

const pageSize = 20;

/** A button for older entries, shown if the page is full. */
function Older({ last, count, onOlder }: { last: string | undefined; count: number; onOlder: (last: string) => void }) {
  const own = useAdminMessages();
  if (last === undefined || count < pageSize) return null;
  return (
    <p class="actions">
      <button type="button" class="button quiet" onClick={() => onOlder(last)}>
        {own.older}
      </button>
    </p>
  );
}

/** Changes to services, latest first, optionally filtered by kind or service. */
export function RecentChanges() {
  const messages = useMessages();
  const own = useAdminMessages();
  const [query, setQuery] = useState<Record<string, string>>({});
  const answer = useAdmin<RecentChange[]>(
    `/api/admin/changes?${new URLSearchParams({ ...query, limit: String(pageSize) })}`,
  );
  const filter = (form: HTMLFormElement) => {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
    setQuery(Object.fromEntries(fields.filter(([, value]) => value)));
  };
  const what = ({ from, to, fields, moderation }: RecentChange) => {
    if (moderation) return own.moderated[moderation];
    return from && to ? own.fromTo(messages.statuses[from], messages.statuses[to]) : fields.join(', ');
  };
  return (
    <FoldedSection id="changes" title={own.changes} answer={answer}>
      {(changes) => (
        <>
          <ActionForm onSend={filter}>
            <div class="fields">
              <Field label={own.type} name="type" options={{ '': own.all, ...own.types }} />
              <Field label={own.serviceId} name="service" />
            </div>
            <Submit>{own.filter}</Submit>
          </ActionForm>
          <FiguresTable
            label={own.changes}
            columns={[own.time, own.type, own.service, own.what]}
            rows={changes.map((change) => [
              <Moment at={change.at} />,
              own.types[change.type],
              change.name === null ? (
                <code>{change.id}</code>
              ) : (
                <Link href={`/services/${change.id}`}>{change.name}</Link>
              ),
              what(change),
            ])}
          />
          <Older
            last={changes.at(-1)?.cursor}
            count={changes.length}
            onOlder={(before) => setQuery({ ...query, before })}
          />
        </>
      )}
    </FoldedSection>
  );
}

/** The actions of operators, latest first. */
export function AuditLog() {
  const own = useAdminMessages();
  const [before, setBefore] = useState('');
  const answer = useAdmin<AuditEntry[]>(`/api/admin/audit?limit=${pageSize}${before && `&before=${before}`}`);
  return (
    <FoldedSection id="audit" title={own.audit} answer={answer}>
      {(entries) => (
        <>
          <FiguresTable
            label={own.audit}
            columns={[own.time, own.who, own.action, own.subject, own.reason]}
            rows={entries.map(({ at, actor, action, subject, reason, detail }) => [
              <Moment at={at} />,
              actor,
              action,
              subject ?? '–',
              reason ?? (detail ? JSON.stringify(detail) : '–'),
            ])}
          />
          <Older last={entries.at(-1)?.id} count={entries.length} onOlder={setBefore} />
        </>
      )}
    </FoldedSection>
  );
}
