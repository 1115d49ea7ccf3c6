import type { ComponentChildren } from 'preact';
import type { Axis, Tick } from './axis.js';

interface AreaProps {
  x?: readonly Tick[];
  y?: readonly Tick[];
  /** What the plot shows, for screen readers; undefined if a table tells them. */
  label?: string | undefined;
  children: ComponentChildren;
}

const percent = (at: number): string => `${at}%`;

/** Shapes in percent of the width and height, on grid lines. The shapes are stretched, lines and texts are not. */
export const Area = ({ x = [], y = [], label, children }: AreaProps) => (
  <svg class="area" role="img" aria-label={label} aria-hidden={label === undefined}>
    {y.map(({ at }) => (
      <line key={at} x2="100%" y1={percent(at)} y2={percent(at)} />
    ))}
    {x.map(({ at }) => (
      <line key={at} x1={percent(at)} x2={percent(at)} y2="100%" />
    ))}
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {children}
    </svg>
  </svg>
);

/** Long labels stay within the plot. */
function anchorOf({ at, text }: Tick): 'start' | 'middle' | 'end' {
  if (text.length < 5 || (at > 8 && at < 92)) return 'middle';
  return at < 50 ? 'start' : 'end';
}

/** The labels below or above a plot. */
export const XAxis = ({ ticks }: { ticks: readonly Tick[] }) => (
  <svg class="x-axis" aria-hidden="true">
    {ticks
      .filter(({ text }) => text)
      .map((tick) => (
        <text key={tick.at} x={percent(tick.at)} y="1em" text-anchor={anchorOf(tick)}>
          {tick.text}
        </text>
      ))}
  </svg>
);

/** The labels beside a plot, as wide as the longest one. */
const YAxis = ({ ticks }: { ticks: readonly Tick[] }) => (
  <svg class="y-axis" width={`${0.65 * Math.max(...ticks.map(({ text }) => text.length))}em`} aria-hidden="true">
    {ticks.map(({ at, text }) => (
      <text key={at} x="100%" y={percent(at)} dy="0.35em" text-anchor="end">
        {text}
      </text>
    ))}
  </svg>
);

interface PlotProps {
  /** What the y axis measures, and its unit. */
  caption: string;
  x: Axis;
  y: Axis;
  label?: string;
  /** The colours and what they stand for. */
  legend?: readonly { class: string; name: string }[];
  /** Shapes in percent of the width and height. */
  children: ComponentChildren;
  /** The same as a table. */
  table?: ComponentChildren;
}

/** A plot with axes. */
export const Plot = ({ caption, x, y, label, legend = [], children, table }: PlotProps) => (
  <figure class="plot">
    <figcaption>{caption}</figcaption>
    <div class="axes">
      <YAxis ticks={y.ticks} />
      <Area x={x.ticks} y={y.ticks} label={label}>
        {children}
      </Area>
      <XAxis ticks={x.ticks} />
    </div>
    {legend.length > 1 && (
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
