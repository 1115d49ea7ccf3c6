import type { ReportRequest } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { useSubmission } from '../../account/useSubmission.js';
import { ActionForm, Field, Submit } from '../../actionForm.js';
import { client } from '../../directory.js';
import { FailureNotice } from '../../notice.js';
import { useRecordMessages } from '../messages.js';

const reasons: readonly ReportRequest['reason'][] = ['not_working', 'misleading', 'impersonation', 'harmful', 'other'];

/** Reports a problem with a listing to the operator. */
export function ReportForm({ id }: { id: string }) {
  const { report: texts } = useRecordMessages();
  const [isSent, setSent] = useState(false);
  const { isSending, refusal, send } = useSubmission();

  const report = (form: HTMLFormElement) =>
    send(async () => {
      const fields = new FormData(form);
      const comment = String(fields.get('comment')).trim();
      const reason = reasons.find((known) => known === fields.get('reason')) ?? 'other';
      await client.reportService(id, { reason, ...(comment && { comment }) });
      setSent(true);
    });

  return (
    <details class="report">
      <summary>{texts.title}</summary>
      {isSent ? (
        <p role="status">{texts.sent}</p>
      ) : (
        <ActionForm onSend={report}>
          <p class="hint">{texts.hint}</p>
          <Field label={texts.reason} name="reason" options={texts.reasons} />
          <Field label={texts.comment} name="comment" maxLength={1000} />
          <Submit isSending={isSending}>{texts.send}</Submit>
          {refusal !== undefined && <FailureNotice failure={{ error: refusal, retryAt: undefined, retry: () => {} }} />}
        </ActionForm>
      )}
    </details>
  );
}
