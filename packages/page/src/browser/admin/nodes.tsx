import type { AdminOverview, NodeSample } from '@shirube/contracts';
import { useState } from 'preact/hooks';
import { FiguresTable } from '../figuresTable.js';
import { useMessages } from '../language/language.js';
import type { Answer } from '../useAnswer.js';
import { useAdminMessages } from './language/adminMessages.js';
import { SamplePlot } from './samplePlot.js';
import { Moment, Section } from './section.js';
import { useAdmin } from './useAdmin.js';

const hours = { '1h': 1, '24h': 24 } as const;
type Window = keyof typeof hours;

/** The current state of the search nodes, and their history. */
export function Nodes({ overview }: { overview: Answer<AdminOverview> }) {
  const messages = useMessages();
  const own = useAdminMessages();
  const [window, setWindow] = useState<Window>('1h');
  const { value: samples } = useAdmin<NodeSample[]>(`/api/admin/samples?window=${window}`);
  return (
    <Section id="nodes" title={own.nodes} answer={overview}>
      {({ nodes }) => (
        <>
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
          <p class="choices">
            {(['1h', '24h'] as const).map((one) => (
              <button
                key={one}
                type="button"
                class="button quiet"
                aria-pressed={window === one}
                onClick={() => setWindow(one)}
              >
                {one === '1h' ? own.lastHour : own.lastDay}
              </button>
            ))}
          </p>
          {samples && <Plots samples={samples} window={window} />}
        </>
      )}
    </Section>
  );
}

function Plots({ samples, window }: { samples: readonly NodeSample[]; window: Window }) {
  const own = useAdminMessages();
  if (samples.length === 0) return <p>{own.noSamples}</p>;
  const to = Date.now();
  const from = to - hours[window] * 3_600_000;
  const names = [...new Set(samples.map(({ node }) => node))];
  const seriesOf = (figure: (sample: NodeSample) => number | null) =>
    names.map((name) => ({
      name,
      points: samples
        .filter(({ node }) => node === name)
        .flatMap((sample) => {
          const value = figure(sample);
          return value === null ? [] : [{ at: sample.at, value }];
        }),
    }));
  const common = { from, to };
  return (
    <>
      <SamplePlot
        {...common}
        label={own.lag}
        caption={own.lagCaption}
        series={seriesOf(({ lagSeconds }) => lagSeconds)}
        shown={own.seconds}
      />
      <SamplePlot
        {...common}
        label={own.throughput}
        caption={own.throughputCaption}
        series={seriesOf(({ passed }) => passed)}
        shown={own.perMinute}
      />
      <SamplePlot
        {...common}
        label={own.rebuilt}
        caption={own.rebuiltCaption}
        series={seriesOf(({ rebuilt }) => rebuilt && 100 * rebuilt)}
        shown={(value) => own.percent(value / 100)}
      />
    </>
  );
}

/** The log, its followers, and the queue that wakes them. */
export function Log({ overview }: { overview: Answer<AdminOverview> }) {
  const messages = useMessages();
  const own = useAdminMessages();
  return (
    <Section id="log" title={own.log} answer={overview}>
      {({ log, queue }) => (
        <>
          <p>{own.logEntries(log.entries)}</p>
          <FiguresTable
            label={own.log}
            columns={[own.follower, own.atWork, own.pending, own.lag, own.seen]}
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
    </Section>
  );
}
