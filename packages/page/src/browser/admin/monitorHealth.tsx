import type { MonitorSummary } from '@shirube/contracts';
import { FiguresTable } from '../figuresTable.js';
import { useMessages } from '../language/language.js';
import { useMonitorMessages } from '../language/monitorMessages.js';
import { Link } from '../link.js';
import type { Answer } from '../useAnswer.js';
import { statuses } from '../view.js';
import { useAdminMessages } from './messages.js';
import { FoldedSection, Moment } from './section.js';
import { VerdictDays } from './verdictDays.js';

/** The directory as the monitor sees it: how much is checked, the results by day, and which hosts fail or are slow. */
export function MonitorHealth({ answer }: { answer: Answer<MonitorSummary> }) {
  const messages = useMessages();
  const own = useAdminMessages();
  const monitor = useMonitorMessages();
  return (
    <FoldedSection id="monitor" title={own.monitor} answer={answer}>
      {(summary) => (
        <>
          {summary.isSimulated && <p class="help">{monitor.simulated}</p>}
          {summary.offlineSince && (
            <p class="fault" role="alert">
              {own.offline(messages.moment(summary.offlineSince))}
            </p>
          )}
          <dl class="facts">
            <div>
              <dt>{own.coverage}</dt>
              <dd>{own.coverageOf(summary.coverage.checked, summary.coverage.services)}</dd>
            </div>
            <div>
              <dt>{own.monitors}</dt>
              <dd>{messages.number(summary.monitors)}</dd>
            </div>
            {statuses.map((status) => (
              <div key={status}>
                <dt>{messages.statuses[status]}</dt>
                <dd>{messages.number(summary.statuses[status])}</dd>
              </div>
            ))}
          </dl>
          <h3>{own.verdictsByDay}</h3>
          <VerdictDays days={summary.days} />
          <h3>{own.failingHosts}</h3>
          <FiguresTable
            label={own.failingHosts}
            none={own.noFailingHosts}
            columns={[own.host, own.failing, own.since]}
            rows={summary.failingHosts.map(({ host, failing, services, since }) => [
              host,
              own.failingOf(failing, services),
              <Moment at={since} />,
            ])}
          />
          <h3>{own.slowestHosts}</h3>
          <FiguresTable
            label={own.slowestHosts}
            none={own.none}
            columns={[own.host, own.median, own.checks]}
            rows={summary.slowestHosts.map(({ host, medianMs, checks }) => [
              host,
              own.seconds(medianMs / 1000),
              messages.number(checks),
            ])}
          />
          <h3>{own.statusChanges}</h3>
          <StatusChanges changes={summary.statusChanges} />
        </>
      )}
    </FoldedSection>
  );
}

function StatusChanges({ changes }: { changes: MonitorSummary['statusChanges'] }) {
  const messages = useMessages();
  const own = useAdminMessages();
  const { reasons } = useMonitorMessages();
  if (changes.length === 0) return <p>{own.noStatusChanges}</p>;
  return (
    <ol class="status-changes">
      {changes.map(({ id, name, at, from, to, reason }, index) => (
        <li key={index}>
          <Moment at={at} /> {name === null ? <code>{id}</code> : <Link href={`/services/${id}`}>{name}</Link>}
          {': '}
          {own.fromTo(messages.statuses[from], messages.statuses[to])}
          {reason && <p class="help">{reasons[reason]}</p>}
        </li>
      ))}
    </ol>
  );
}
