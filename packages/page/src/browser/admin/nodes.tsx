import type { AdminOverview } from '@shirube/contracts';
import { FiguresTable } from '../figuresTable.js';
import { useMessages } from '../language/language.js';
import type { Answer } from '../useAnswer.js';
import { useAdminMessages } from './messages.js';
import { FoldedSection, Moment } from './section.js';

/** The current state of the search nodes. */
export function Nodes({ overview }: { overview: Answer<AdminOverview> }) {
  const messages = useMessages();
  const own = useAdminMessages();
  return (
    <FoldedSection id="nodes" title={own.nodes} answer={overview}>
      {({ nodes }) => (
        <FiguresTable
          label={own.nodes}
          columns={[own.node, own.state, own.inRotation, own.lag, own.pending, own.setAsideCount, own.rebuilt]}
          rows={nodes.map((node) => [
            node.name,
            own.states[node.state],
            node.inRotation ? own.yes : own.no,
            own.seconds(node.lagSeconds),
            messages.number(node.pending),
            messages.number(node.setAside),
            node.rebuilt === null ? '–' : own.percent(node.rebuilt),
          ])}
        />
      )}
    </FoldedSection>
  );
}

/** The log, its followers, and the queue that wakes them. */
export function Log({ overview }: { overview: Answer<AdminOverview> }) {
  const messages = useMessages();
  const own = useAdminMessages();
  return (
    <FoldedSection id="log" title={own.log} answer={overview}>
      {({ log, queue }) => (
        <>
          <p>{own.logEntries(log.entries)}</p>
          <FiguresTable
            label={own.log}
            columns={[own.follower, own.atWork, own.pending, own.lag, own.lastSeen]}
            rows={log.followers.map(({ name, isAtWork, pending, lagSeconds, seenAt }) => [
              name,
              isAtWork ? own.yes : own.no,
              messages.number(pending),
              own.seconds(lagSeconds),
              <Moment at={seenAt} />,
            ])}
          />
          <p>
            {queue ? own.queue(queue.waiting, queue.active, queue.delayed) : own.queueAway}{' '}
            <a href="/admin/queues">{own.queuePage}</a>
          </p>
        </>
      )}
    </FoldedSection>
  );
}
