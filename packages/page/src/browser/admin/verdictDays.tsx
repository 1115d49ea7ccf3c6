import type { MonitorSummary } from '@shirube/contracts';
import { stack, stackOffsetExpand } from 'd3-shape';
import { verdictKinds } from '../contractTables.js';
import { FiguresTable } from '../figuresTable.js';
import { useMessages } from '../language/language.js';
import { useMonitorMessages } from '../language/monitorMessages.js';
import { amountAxis, columns, timeAxis, upwards } from '../plot/axis.js';
import { Plot } from '../plot/plot.js';
import { useAdminMessages } from './messages.js';

type Days = MonitorSummary['days'];

// From bottom to top.
const kinds = ['good', 'silent', 'contradiction', 'failure'] as const;
type Kind = (typeof kinds)[number];

const dayCount = 30;
const dayMs = 86_400_000;

const shares = stack<Days[number], Kind>()
  .keys(kinds)
  .value(({ verdicts }, kind) =>
    verdicts.filter(({ verdict }) => verdictKinds[verdict] === kind).reduce((sum, { checks }) => sum + checks, 0),
  )
  .offset(stackOffsetExpand);

/** The check results of each day: a plot of their shares, and a table. */
export function VerdictDays({ days }: { days: Days }) {
  const messages = useMessages();
  const own = useAdminMessages();
  const { verdicts } = useMonitorMessages();
  if (days.length === 0) return <p>{own.noChecks}</p>;
  const from = (Math.floor(Date.now() / dayMs) - dayCount + 1) * dayMs;
  const dates = Array.from({ length: dayCount }, (_, index) => new Date(from + index * dayMs).toISOString());
  const places = columns(dates.map((date) => date.slice(0, 10)));
  const y = amountAxis(100, upwards, messages.number);
  return (
    <Plot
      caption={own.verdictShares}
      x={timeAxis(from, from + dayCount * dayMs, messages)}
      y={y}
      legend={kinds.map((kind) => ({ class: kind, name: own.verdictKinds[kind] }))}
      table={
        <FiguresTable
          label={own.verdictsByDay}
          columns={[own.day, own.checks, own.found]}
          rows={days.map((day) => [
            <time dateTime={day.day}>{messages.day(day.day)}</time>,
            messages.number(day.checks),
            day.verdicts.map(({ verdict, checks }) => `${verdicts[verdict]} × ${messages.number(checks)}`).join(', '),
          ])}
        />
      }
    >
      {shares(days).map((layer) =>
        layer.map((part) => {
          const [bottom, top] = [y.scale(100 * part[0]), y.scale(100 * part[1])];
          return (
            <rect
              key={part.data.day + layer.key}
              class={layer.key}
              x={places(part.data.day)}
              y={top}
              width={places.bandwidth()}
              height={bottom - top}
            />
          );
        }),
      )}
    </Plot>
  );
}
