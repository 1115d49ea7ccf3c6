import type { AccountService } from '@shirube/contracts';
import { verdictKinds } from '../contractTables.js';
import { useMessages } from '../language/language.js';
import { useMonitorTexts } from '../language/monitorTexts.js';
import { useAccountMessages } from './language/accountMessages.js';

/** Explains the status of a service and, if it is not verified, what happens next and when. */
export function NextSteps({ service: { status, monitor, lastCheck } }: { service: AccountService }) {
  const own = useAccountMessages();
  const { reasons } = useMonitorTexts();
  const { nextCheckAt, verifiedFrom, reason } = monitor;
  const isConfirmedOnce = lastCheck !== undefined && verdictKinds[lastCheck.verdict] === 'good';
  return (
    <>
      <p class="help">{reason ? reasons[reason] : !lastCheck && own.notChecked}</p>
      {status === 'unverified' && (
        <ol class="steps" aria-label={own.steps.title}>
          <li>✓ {own.steps.registered}</li>
          <li>
            {isConfirmedOnce ? '✓ ' : '○ '}
            {own.steps.first} <When at={isConfirmedOnce ? lastCheck.checkedAt : nextCheckAt} />
          </li>
          <li>
            ○ {own.steps.second} <When at={verifiedFrom} />
          </li>
          <li>○ {own.steps.verified}</li>
        </ol>
      )}
    </>
  );
}

function When({ at }: { at: string | null }) {
  const messages = useMessages();
  const own = useAccountMessages();
  return at ? <time dateTime={at}>{messages.moment(at)}</time> : own.steps.unscheduled;
}
