import type { ComponentChildren } from 'preact';
import { useMessages } from './language/language.js';

/** A part of a column, as a share of the height of the plot, and its colour. */
interface Part {
  share: number;
  class?: string;
}

interface ColumnsProps {
  /** The columns from left to right, each with its parts from bottom to top. */
  columns: readonly (readonly Part[])[];
  /** What they show, for screen readers; undefined if a table tells them. */
  label?: string | undefined;
}

/** Columns side by side, stretched to the room that there is. */
export function Columns({ columns, label }: ColumnsProps) {
  const width = 100 / columns.length;
  const rects = columns.flatMap((parts, place) => {
    let top = 100;
    return parts.map(({ share, class: colour }) => {
      const height = 100 * share;
      top -= height;
      const key = `${place} ${colour}`;
      return <rect key={key} class={colour} x={place * width} y={top} width={0.8 * width} height={height} />;
    });
  });
  return (
    <svg
      class="bars"
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
    >
      {rects}
    </svg>
  );
}

interface PlotProps extends ColumnsProps {
  /** What the height of a column measures, and its unit. */
  caption: string;
  /** What the full height stands for. */
  max: number;
  /** The time of the first and of the last column. */
  period: readonly [string, string];
  /** The colours and what they stand for. */
  legend?: readonly { class: string; name: string }[];
  /** The same as a table. */
  table?: ComponentChildren;
}

/** Columns over time, with what they measure. */
export function Plot({ caption, max, period, legend = [], table, ...columns }: PlotProps) {
  const messages = useMessages();
  return (
    <figure class="plot">
      <figcaption>{caption}</figcaption>
      <div class="scale" aria-hidden="true">
        {messages.number(max)}
      </div>
      <Columns {...columns} />
      <div class="period" aria-hidden="true">
        {period.map((time) => (
          <span key={time}>{time}</span>
        ))}
      </div>
      {legend.length > 0 && (
        <ul class="legend">
          {legend.map(({ class: colour, name }) => (
            <li key={name} class={colour}>
              {name}
            </li>
          ))}
        </ul>
      )}
      {table}
    </figure>
  );
}
