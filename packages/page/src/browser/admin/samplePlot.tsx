import { line } from 'd3-shape';
import { FoldedTable } from '../figuresTable.js';
import { useMessages } from '../language/language.js';
import { amountAxis, timeAxis, upwards } from '../plot/axis.js';
import { Plot } from '../plot/plot.js';
import { useAdminMessages } from './language/adminMessages.js';

interface Point {
  at: string;
  value: number;
}

export interface Series {
  name: string;
  points: readonly Point[];
}

interface SamplePlotProps {
  label: string;
  /** The label with the unit of the axis. */
  caption: string;
  series: readonly Series[];
  from: number;
  to: number;
  shown: (value: number) => string;
}

const steps = 60;

/** Reduces a series to one value per step: the highest, because peaks are what operators look for. */
function stepped({ points }: Series, from: number, to: number): Point[] {
  const highest = new Map<number, Point>();
  for (const point of points) {
    const step = Math.floor(((Date.parse(point.at) - from) / (to - from)) * steps);
    const before = highest.get(step);
    if (!before || point.value > before.value) highest.set(step, point);
  }
  return [...highest.values()];
}

/** A plot over time with a line for each series, and a table with the figures. */
export function SamplePlot({ label, caption, series, from, to, shown }: SamplePlotProps) {
  const messages = useMessages();
  const own = useAdminMessages();
  const lines = series.map((one, index) => ({
    name: one.name,
    class: `line-${index % 4}`,
    points: stepped(one, from, to),
  }));
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value));
  if (values.length === 0) return null;
  const x = timeAxis(from, to, messages);
  const y = amountAxis(Math.max(...values), upwards, messages.number);
  const path = line<Point>()
    .x(({ at }) => x.scale(Date.parse(at)))
    .y(({ value }) => y.scale(value));
  return (
    <Plot
      caption={caption}
      x={x}
      y={y}
      legend={lines}
      table={
        <FoldedTable
          title={own.asTable}
          label={label}
          columns={[own.time, own.node, label]}
          rows={lines.flatMap(({ name, points }) =>
            points.map(({ at, value }) => [<time dateTime={at}>{messages.moment(at)}</time>, name, shown(value)]),
          )}
        />
      }
    >
      {lines.map(({ name, class: colour, points }) => (
        <path key={name} class={colour} d={path(points) ?? ''} />
      ))}
    </Plot>
  );
}
