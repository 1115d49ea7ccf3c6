import type { ComponentChildren } from 'preact';
import { useMessages } from './language/language.js';

/** A column, as a share of the height of the plot, and its colour. */
interface Column {
  share: number;
  class?: string;
}

interface ColumnsProps {
  /** From left to right. Where there is none, there is a gap. */
  columns: readonly (Column | undefined)[];
  /** What they show, for screen readers; undefined if a table tells them. */
  label?: string | undefined;
}

/** Columns side by side, stretched to the room that there is. */
export function Columns({ columns, label }: ColumnsProps) {
  const width = 100 / columns.length;
  return (
    <svg
      class="bars"
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
    >
      {columns.map((column, place) => {
        if (!column) return null;
        const height = 100 * column.share;
        return (
          <rect
            key={place}
            class={column.class}
            x={place * width}
            y={100 - height}
            width={0.8 * width}
            height={height}
          />
        );
      })}
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
  /** The same as a table. */
  table?: ComponentChildren;
}

/** Columns over time, with what they measure. */
export function Plot({ caption, max, period, table, ...columns }: PlotProps) {
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
      {table}
    </figure>
  );
}
