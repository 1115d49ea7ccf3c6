import type { ModeratedService } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { Refusal } from '../account/refusal.js';
import { ActionForm, Field, Submit } from '../actionForm.js';
import { FiguresTable } from '../figuresTable.js';
import { useAdminMessages } from './messages.js';
import { FoldedSection, Moment } from './section.js';
import { useAdmin, useAdminAction } from './useAdmin.js';

/** Hides services, marks impostors, and undoes either, each with a reason. */
export function Moderation() {
  const own = useAdminMessages();
  const answer = useAdmin<ModeratedService[]>('/api/admin/moderated');
  const { isSending, refusal, act } = useAdminAction();
  const [isDone, setDone] = useState(false);
  const moderate = (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const id = encodeURIComponent(String(fields.get('id')).trim());
    const body = { action: fields.get('action'), scope: fields.get('scope'), reason: fields.get('reason') };
    setDone(false);
    void act('POST', `/api/admin/services/${id}/moderation`, body, () => {
      setDone(true);
      form.reset();
    });
  };
  return (
    <FoldedSection id="moderation" title={own.moderation} answer={answer}>
      {(services) => (
        <>
          <FiguresTable
            label={own.moderation}
            none={own.noModerated}
            columns={[own.service, own.state, own.reason, own.since, own.serviceId]}
            rows={services.map(({ id, name, moderation }) => [
              name,
              moderation ? own.moderated[moderation.state] : '',
              moderation?.reason,
              moderation && <Moment at={moderation.at} />,
              <code>{id}</code>,
            ])}
          />
          <ActionForm onSend={moderate}>
            <div class="fields">
              <Field label={own.serviceId} name="id" required />
              <Field label={own.action} name="action" options={own.actions} />
              <Field label={own.scope} name="scope" options={own.scopesOfModeration} />
              <Field label={own.reason} name="reason" required />
            </div>
            <Submit isPrimary isSending={isSending}>
              {own.moderate}
            </Submit>
            <Refusal error={refusal} />
            <p role="status">{isDone && own.done}</p>
          </ActionForm>
        </>
      )}
    </FoldedSection>
  );
}
