import type { ReportRequest } from '@shirube/contracts';
import { useId, useState } from 'preact/hooks';
import { client } from '../../directory.js';
import { FailureNotice } from '../../notice.js';
import { useRecordMessages } from './messages.js';

const reasons: readonly ReportRequest['reason'][] = ['not_working', 'misleading', 'impersonation', 'harmful', 'other'];

/** Reports a problem with a listing to the operator. */
export function ReportForm({ id }: { id: string }) {
  const { report: texts } = useRecordMessages();
  const name = useId();
  const [reason, setReason] = useState(reasons[0]);
  const [comment, setComment] = useState('');
  const [outcome, setOutcome] = useState<'sending' | 'sent' | { error: unknown }>();

  const send = async () => {
    setOutcome('sending');
    try {
      await client.reportService(id, { reason: reason ?? 'other', ...(comment.trim() ? { comment } : {}) });
      setOutcome('sent');
    } catch (error) {
      setOutcome({ error });
    }
  };

  return (
    <details class="report">
      <summary>{texts.title}</summary>
      {outcome === 'sent' ? (
        <p role="status">{texts.sent}</p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <p class="hint">{texts.hint}</p>
          <div class="field">
            <label for={`${name}-reason`}>{texts.reason}</label>
            <span class="select">
              <select
                id={`${name}-reason`}
                value={reason}
                onChange={(event) => setReason(reasons[event.currentTarget.selectedIndex])}
              >
                {reasons.map((each) => (
                  <option key={each} value={each}>
                    {texts.reasons[each]}
                  </option>
                ))}
              </select>
            </span>
          </div>
          <div class="field">
            <label for={`${name}-comment`}>{texts.comment}</label>
            <input
              id={`${name}-comment`}
              maxLength={1000}
              value={comment}
              onInput={(event) => setComment(event.currentTarget.value)}
            />
          </div>
          <button type="submit" class="button" aria-disabled={outcome === 'sending'}>
            {texts.send}
          </button>
          {typeof outcome === 'object' && (
            <FailureNotice failure={{ error: outcome.error, retryAt: undefined, retry: send }} />
          )}
        </form>
      )}
    </details>
  );
}
