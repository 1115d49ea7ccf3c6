import type { AccountService } from '@shirube/contracts';
import type { ComponentChildren } from 'preact';
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
  heading?: 'h2' | 'h3';
  /** Called when the service may have changed, by a check. */
  onChecked: () => unknown;
  /** Called when its listing was changed. */
  onUpdated: () => unknown;
  onRemove?: () => void;
  children?: ComponentChildren;
}

/** One of the account's services, with its actions. */
export function OwnServiceRow(props: OwnServiceRowProps) {
  const { service, apiKey, heading: Heading = 'h2', onChecked, onUpdated, onRemove, children } = props;
  const messages = useMessages();
  const own = useAccountMessages();
  const { verdicts } = useMonitorMessages();
  const { id, name, status, lastCheck, sales } = service;
  const { checkNow, ...checking } = useCheckNow(id, apiKey, onChecked);
  return (
    <li>
      <Heading lang={textLanguage(name)}>
        <Link href={`/services/${id}`}>{name}</Link>
      </Heading>
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
      <NextSteps service={service} />
      {children}
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
        {onRemove && (
          <button type="button" class="button" aria-label={own.removeOf(name)} onClick={onRemove}>
            {own.remove}
          </button>
        )}
      </p>
      <CheckResult {...checking} />
    </li>
  );
}

/** Explains the status of a service and, if it is not verified, what happens next and when. */
function NextSteps({ service: { status, monitor, lastCheck } }: { service: AccountService }) {
  const messages = useMessages();
  const own = useAccountMessages();
  const { reasons } = useMonitorMessages();
  const { lastChecked, nextCheckAt, confirmedSince, verifiedFrom, reason } = monitor;
  const isChanged = !lastCheck && lastChecked !== null && nextCheckAt !== null;
  const minutesApart = Math.ceil((Date.parse(verifiedFrom ?? '') - Date.parse(nextCheckAt ?? '')) / 60_000);
  return (
    <>
      <p class="help">{isChanged ? own.checkedAnew : reason ? reasons[reason] : !lastCheck && own.notChecked}</p>
      {status === 'unverified' && (
        <ol class="steps" aria-label={own.steps.title}>
          <li>✓ {own.steps.registered}</li>
          <li>
            {confirmedSince ? '✓ ' : '○ '}
            {own.steps.first}{' '}
            {confirmedSince ? (
              <time dateTime={confirmedSince}>{messages.moment(confirmedSince)}</time>
            ) : (
              <When at={nextCheckAt} />
            )}
          </li>
          <li>
            ○ {own.steps.second}{' '}
            {confirmedSince ? <When at={nextCheckAt} /> : minutesApart > 0 && own.steps.apart(minutesApart)}
            {confirmedSince && verifiedFrom && (
              <>
                <br />
                {own.steps.countsFrom(messages.time(new Date(verifiedFrom)))}
              </>
            )}
          </li>
          <li>○ {own.steps.verified}</li>
        </ol>
      )}
    </>
  );
}

/** When a check is due. */
function When({ at }: { at: string | null }) {
  const messages = useMessages();
  const own = useAccountMessages();
  const isLater = at !== null && Date.parse(at) > Date.now() + 60_000;
  return isLater ? <time dateTime={at}>{messages.moment(at)}</time> : own.steps.soon;
}
