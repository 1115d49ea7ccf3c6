import type { CheckHistory } from '@shirube/contracts';
import type { ComponentChildren } from 'preact';
import { type Cell, gradeOf, linePath } from './checkStrip.js';
import { useRecordMessages } from './language/recordMessages.js';

const height = 24;
/** The minimum bar height, so that a period without any response still shows a bar. */
const least = 3;

type StripProps = { class: string; width: number; label: string; children: ComponentChildren };

const Strip = ({ class: name, width, label, children }: StripProps) => (
  <svg class={name} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
    {children}
  </svg>
);

/**
 * A bar for each hour or day. Its height is the share of checks that got a response, so that nothing depends on colour.
 * A line across marks a price change.
 */
export function UptimeStrip({ cells, history }: { cells: readonly Cell[]; history: CheckHistory }) {
  const texts = useRecordMessages();
  const troubled = history.steps.filter(({ uptime }) => uptime !== null && uptime < 100).length;
  // The first price is not a change.
  const changed = history.prices.slice(1).map(({ at }) => cells.findLastIndex((cell) => cell.at <= at));
  return (
    <Strip
      class="uptime-strip"
      width={cells.length}
      label={texts.stripOf(texts.uptimeOf(history.uptime), troubled, history.step)}
    >
      {cells.map(({ at, seen }, index) => {
        const tall = seen ? Math.max(least, ((seen.uptime ?? 0) / 100) * height) : least;
        return (
          <rect key={at} class={gradeOf(seen?.uptime)} x={index + 0.1} y={height - tall} width={0.8} height={tall} />
        );
      })}
      {changed.map((index) => (
        <rect key={index} class="price-change" x={index} y={0} width={0.25} height={height} />
      ))}
    </Strip>
  );
}

/** Response times. */
export function ResponseLine({ cells }: { cells: readonly Cell[] }) {
  const texts = useRecordMessages();
  const times = cells.map(({ seen }) => seen?.responseMs);
  const known = times.filter((time) => typeof time === 'number');
  if (known.length === 0) return null;
  const label = texts.lineOf(Math.min(...known), Math.max(...known));
  return (
    <>
      <Strip class="response-line" width={cells.length} label={label}>
        <path d={linePath(times, height)} />
      </Strip>
      <p class="span" aria-hidden="true">
        {label}
      </p>
    </>
  );
}
