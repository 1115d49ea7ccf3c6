import { FoldedTable } from '../figuresTable.js';
import { useMessages } from '../language/language.js';
import { useAdminMessages } from './language/adminMessages.js';

export interface Series {
  name: string;
  points: readonly { at: string; value: number }[];
}

interface PlotProps {
  label: string;
  series: readonly Series[];
  from: number;
  to: number;
  shown: (value: number) => string;
}

const [width, height] = [240, 40];
const steps = 60;

/** Reduces a series to one value per step: the highest, because peaks are what operators look for. */
function stepped({ points }: Series, from: number, to: number): { at: string; value: number; x: number }[] {
  const highest = new Map<number, { at: string; value: number; x: number }>();
  for (const { at, value } of points) {
    const share = (Date.parse(at) - from) / (to - from);
    const step = Math.floor(share * steps);
    const before = highest.get(step);
    if (!before || value > before.value) highest.set(step, { at, value, x: share * width });
  }
  return [...highest.values()];
}

/** A chart over time with a line for each series, and a table with the figures. */
export function Plot({ label, series, from, to, shown }: PlotProps) {
  const messages = useMessages();
  const own = useAdminMessages();
  const lines = series.map((one) => ({ name: one.name, points: stepped(one, from, to) }));
  const most = Math.max(...lines.flatMap(({ points }) => points.map(({ value }) => value)), 0);
  const y = (value: number) => height - (most === 0 ? 0 : (value / most) * (height - 2)) - 1;
  return (
    <figure class="plot">
      <figcaption>
        {label}, {own.atMost(shown(most))}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {lines.map(({ name, points }, index) => (
          <polyline
            key={name}
            class={`line-${index % 4}`}
            points={points.map(({ x, value }) => `${x.toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
          />
        ))}
      </svg>
      <FoldedTable
        title={own.asTable}
        label={label}
        columns={[own.time, own.node, label]}
        rows={lines.flatMap(({ name, points }) =>
          points.map(({ at, value }) => [<time dateTime={at}>{messages.moment(at)}</time>, name, shown(value)]),
        )}
      />
    </figure>
  );
}
