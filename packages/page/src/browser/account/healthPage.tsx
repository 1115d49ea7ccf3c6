import type { MonitorSummary } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { client } from '../directory.js';
import { FiguresTable } from '../figuresTable.js';
import { useMessages } from '../language/language.js';
import { useMonitorTexts } from '../language/monitorTexts.js';
import { Link } from '../link.js';
import { Notice } from '../notice.js';
import { useAnswer } from '../useAnswer.js';
import { statuses } from '../view.js';
import { useAccountMessages } from './language/accountMessages.js';
import { refusalText } from './refusalText.js';
import { VerdictDays } from './verdictDays.js';

/** The directory as a whole, for its operator: what checks found by day, which hosts fail, whose status changed. */
export function HealthPage({ apiKey }: { apiKey: string }) {
  const messages = useMessages();
  const own = useAccountMessages();
  const [visit] = useState(Date.now);
  const { value, failure } = useAnswer(`health ${visit}`, (signal) => client.monitorSummary({ key: apiKey, signal }));
  return (
    <>
      <h1>{own.health}</h1>
      {failure && <Notice title={refusalText(failure.error, messages, own)} />}
      {!failure && !value && <p role="status">{messages.loading}</p>}
      {value && <Health summary={value} />}
    </>
  );
}

function Health({ summary }: { summary: MonitorSummary }) {
  const messages = useMessages();
  const own = useAccountMessages();
  const monitor = useMonitorTexts();
  return (
    <>
      {summary.isSimulated && <p class="help">{monitor.simulated}</p>}
      <dl class="facts" aria-label={messages.status}>
        {statuses.map((status) => (
          <div key={status}>
            <dt>{messages.statuses[status]}</dt>
            <dd>{messages.number(summary.statuses[status])}</dd>
          </div>
        ))}
      </dl>
      <h2>{own.verdictsByDay}</h2>
      <VerdictDays days={summary.days} />
      <h2>{own.failingHosts}</h2>
      <FailingHosts hosts={summary.failingHosts} />
      <h2>{own.statusChanges}</h2>
      <StatusChanges changes={summary.statusChanges} />
    </>
  );
}

function FailingHosts({ hosts }: { hosts: MonitorSummary['failingHosts'] }) {
  const messages = useMessages();
  const own = useAccountMessages();
  if (hosts.length === 0) return <p>{own.noFailingHosts}</p>;
  return (
    <FiguresTable
      label={own.failingHosts}
      columns={[own.host, own.failing, own.since]}
      rows={hosts.map(({ host, failing, services, since }) => [
        host,
        own.failingOf(failing, services),
        <time dateTime={since} title={messages.moment(since)}>
          {messages.ago(since)}
        </time>,
      ])}
    />
  );
}

function StatusChanges({ changes }: { changes: MonitorSummary['statusChanges'] }) {
  const messages = useMessages();
  const own = useAccountMessages();
  const { reasons } = useMonitorTexts();
  if (changes.length === 0) return <p>{own.noStatusChanges}</p>;
  return (
    <ol class="status-changes">
      {changes.map(({ id, name, at, from, to, reason }, index) => (
        <li key={index}>
          <time dateTime={at} title={messages.moment(at)}>
            {messages.ago(at)}
          </time>{' '}
          {name === null ? <code>{id}</code> : <Link href={`/services/${id}`}>{name}</Link>}
          {': '}
          {own.fromTo(messages.statuses[from], messages.statuses[to])}
          {reason && <p class="help">{reasons[reason]}</p>}
        </li>
      ))}
    </ol>
  );
}
