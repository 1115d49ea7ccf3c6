import type { AdminOverview, MonitorSummary } from '@shirube/contracts';
import { useMessages } from '../language/language.js';
import { useAdminMessages } from './messages.js';

/** The limit of `shirube doctor`: far more than an indexer needs. */
const patienceSeconds = 60;

interface VerdictProps {
  overview: AdminOverview | undefined;
  summary: MonitorSummary | undefined;
}

/** Whether everything works and, if not, what does not: faults first, each with a link to its section. */
export function Verdict({ overview, summary }: VerdictProps) {
  const messages = useMessages();
  const { wrong, ...own } = useAdminMessages();
  if (!overview || !summary) return <p role="status">{messages.loading}</p>;
  const { nodes, log, queue } = overview;
  const isLate = ({ lagSeconds }: { lagSeconds: number }) => lagSeconds > patienceSeconds;
  const unchecked = summary.coverage.services - summary.coverage.checked;
  const findings = [
    { id: 'nodes', text: nodes.some(({ inRotation }) => inRotation) ? undefined : wrong.noNode },
    { id: 'log', text: queue ? undefined : own.queueAway },
    { id: 'monitor', text: summary.offlineSince && own.offline(messages.moment(summary.offlineSince)) },
    { id: 'nodes', text: nodes.some((node) => !node.inRotation || isLate(node)) ? wrong.nodes : undefined },
    { id: 'log', text: log.followers.some((each) => !each.isAtWork || isLate(each)) ? wrong.log : undefined },
    { id: 'set-aside', text: nodes.some(({ setAside }) => setAside > 0) ? wrong.setAside : undefined },
    { id: 'monitor', text: summary.monitors === 0 && unchecked > 0 ? wrong.noMonitor : undefined },
  ].filter(({ text }) => text);
  const open = (id: string) => document.getElementById(id)?.setAttribute('open', '');
  if (findings.length === 0) return <p class="verdict">{own.allWell}</p>;
  return (
    <ul class="verdict">
      {findings.map(({ id, text }) => (
        <li key={text}>
          <a href={`#${id}`} onClick={() => open(id)}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
