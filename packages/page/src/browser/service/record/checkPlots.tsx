import type { CheckHistory } from '@shirube/contracts';
import { curveStepAfter, line } from 'd3-shape';
import { useMessages } from '../../language/language.js';
import { amountAxis, columns, timeAxis, upwards } from '../../plot/axis.js';
import { Plot } from '../../plot/plot.js';
import { useRecordMessages } from '../messages.js';

/** The minimum height of a column, so that a period without any response still shows one. */
const minHeight = 6;

/** The hours or days of a history, and the axis of time that its plots share. */
function useCells(history: CheckHistory) {
  const messages = useMessages();
  const cells = cellsOf(history);
  const dates = cells.map(({ at }) => at);
  const to = Date.parse(dates.at(-1) ?? '') + stepMs[history.step];
  return { cells, to, x: timeAxis(Date.parse(dates[0] ?? ''), to, messages), places: columns(dates) };
}

/** A column for each hour or day. Its height is the share of checks that got a response: colour is not needed. */
export function UptimePlot({ history }: { history: CheckHistory }) {
  const messages = useMessages();
  const texts = useRecordMessages();
  const { cells, x, places } = useCells(history);
  const failingSteps = history.steps.filter(({ uptime }) => uptime !== null && uptime < 100).length;
  const y = amountAxis(100, upwards, messages.number);
  return (
    <Plot
      caption={texts.uptimeCaption}
      x={x}
      y={y}
      label={texts.stripOf(texts.uptimeOf(history.uptime), failingSteps, history.step)}
    >
      {cells.map(({ at, result }) => {
        const top = y.scale(Math.max(minHeight, result?.uptime ?? 0));
        return (
          <rect
            key={at}
            class={gradeOf(result?.uptime)}
            x={places(at)}
            y={top}
            width={places.bandwidth()}
            height={100 - top}
          />
        );
      })}
    </Plot>
  );
}

/** A line that breaks where there was no response. */
export function ResponsePlot({ history }: { history: CheckHistory }) {
  const messages = useMessages();
  const texts = useRecordMessages();
  const { cells, x, places } = useCells(history);
  const points = cells.map(({ at, result }) => ({
    x: (places(at) ?? 0) + places.bandwidth() / 2,
    ms: result?.responseMs ?? undefined,
  }));
  const times = points.flatMap(({ ms }) => ms ?? []);
  if (times.length === 0) return null;
  const y = amountAxis(Math.max(...times), upwards, messages.number);
  const path = line<(typeof points)[number]>()
    .defined(({ ms }) => ms !== undefined)
    .x((point) => point.x)
    .y(({ ms = 0 }) => y.scale(ms));
  return (
    <Plot caption={texts.responseCaption} x={x} y={y} label={texts.lineOf(Math.min(...times), Math.max(...times))}>
      <path d={path(points) ?? ''} />
    </Plot>
  );
}

/** The price as a line with steps, if it changed. Prices in several currencies have no common axis. */
export function PricePlot({ history }: { history: CheckHistory }) {
  const messages = useMessages();
  const texts = useRecordMessages();
  const { to, x } = useCells(history);
  const { prices } = history;
  const amounts = prices.map(({ price }) => Number(price));
  const [currency = '', ...others] = new Set(prices.map(({ currency }) => currency ?? ''));
  if (prices.length < 2 || others.length > 0) return null;
  const y = amountAxis(Math.max(...amounts), upwards, messages.number);
  const points = prices.map(({ at }, index): [number, number] => [
    x.scale(Date.parse(at)),
    y.scale(amounts[index] ?? 0),
  ]);
  const end: [number, number] = [x.scale(to), y.scale(amounts.at(-1) ?? 0)];
  return (
    <Plot caption={texts.priceCaption(currency)} x={x} y={y}>
      <path d={line().curve(curveStepAfter)([...points, end]) ?? ''} />
    </Plot>
  );
}

type Step = CheckHistory['steps'][number];

/** One hour or day of a window, with its check results, if any. */
export interface Cell {
  at: string;
  result: Step | undefined;
}

export const stepMs = { hour: 3_600_000, day: 86_400_000 };

/** Returns every hour or day of a history, earliest first, including those without a check. */
export function cellsOf({ from, to, step, steps }: CheckHistory): Cell[] {
  const size = stepMs[step];
  const numberOf = (moment: string) => Math.floor(Date.parse(moment) / size);
  const results = new Map(steps.map((each) => [numberOf(each.at), each]));
  const first = numberOf(from);
  // A window that ends on the hour does not include the next hour.
  const last = Math.ceil(Date.parse(to) / size) - 1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
    at: new Date((first + index) * size).toISOString(),
    result: results.get(first + index),
  }));
}

/** Grades an uptime, for colouring. */
export function gradeOf(uptime: number | null | undefined): 'unknown' | 'good' | 'fair' | 'poor' {
  if (uptime === null || uptime === undefined) return 'unknown';
  if (uptime >= 99) return 'good';
  return uptime >= 90 ? 'fair' : 'poor';
}
