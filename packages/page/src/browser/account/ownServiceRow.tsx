import type { AccountService, ServiceDetail } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { verdictKinds } from '../contractTables.js';
import { textLanguage } from '../formats.js';
import { useMessages } from '../language/language.js';
import { useMonitorMessages } from '../language/monitorMessages.js';
import { Link } from '../link.js';
import { ModerationNote, Price, StatusBadge, Trust } from '../serviceLabels.js';
import { CheckResult, useCheckNow } from './checkNow.js';
import { DayBars } from './dayBars.js';
import { useAccountMessages } from './messages.js';
import { Remedy } from './remedy.js';

interface OwnServiceRowProps {
  service: AccountService;
  apiKey: string;
  onUpdated: (service: ServiceDetail) => void;
  onRemove: () => void;
}

/** One of the account's services, with its actions. */
export function OwnServiceRow({ service, apiKey, onUpdated, onRemove }: OwnServiceRowProps) {
  const messages = useMessages();
  const own = useAccountMessages();
  const { verdicts } = useMonitorMessages();
  const { id, name, lastCheck, sales } = service;
  const [status, setStatus] = useState(service.status);
  const { checkNow, ...checking } = useCheckNow(id, apiKey, setStatus);
  return (
    <li>
      <h2 lang={textLanguage(name)}>
        <Link href={`/services/${id}`}>{name}</Link>
      </h2>
      <Price pricing={service.pricing} />
      <ul class="meta">
        <li>
          <StatusBadge status={status} />
        </li>
        <li>
          <Trust score={service.trustScore} isLabelled />
        </li>
        {service.monitor.lastChecked && <li>{own.uptime(service.monitor.uptimeScore)}</li>}
        <li>
          {messages.updated} <time dateTime={service.updatedAt}>{messages.date(service.updatedAt)}</time>
        </li>
        {status !== 'unverified' && service.monitor.nextCheckAt && (
          <li>
            {own.nextCheck} <When at={service.monitor.nextCheckAt} />
          </li>
        )}
        {lastCheck && !checking.result && (
          <li>
            {own.result(lastCheck.verdict, verdicts[lastCheck.verdict])}
            {lastCheck.detail && (
              <>
                {' '}
                <span lang="en">{lastCheck.detail}</span>
              </>
            )}
          </li>
        )}
      </ul>
      <ModerationNote moderation={service.moderation} />
      <Remedy service={service} check={checking.result?.check ?? lastCheck} apiKey={apiKey} onUpdated={onUpdated} />
      <NextSteps service={{ ...service, status }} />
      {sales.length > 0 && (
        <DayBars
          title={own.sales(sales.reduce((sum, { transactions }) => sum + transactions, 0))}
          columns={[own.payments, own.amount]}
          days={sales.map(({ day, transactions, amount }) => {
            return { day, count: transactions, cells: [`${amount} ${service.pricing.currency}`] };
          })}
        />
      )}
      <p class="actions">
        <Link class="button" href={`/account/services/${id}`} aria-label={own.editOf(name)}>
          {own.edit}
        </Link>
        <button
          type="button"
          class="button"
          aria-label={own.checkOf(name)}
          aria-disabled={checking.isChecking}
          onClick={checkNow}
        >
          {own.check}
        </button>
        <button type="button" class="button" aria-label={own.removeOf(name)} onClick={onRemove}>
          {own.remove}
        </button>
      </p>
      <CheckResult {...checking} />
    </li>
  );
}

/** Explains the status of a service and, if it is not verified, what happens next and when. */
export function NextSteps({ service: { status, monitor, lastCheck } }: { service: AccountService }) {
  const own = useAccountMessages();
  const { reasons } = useMonitorMessages();
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
