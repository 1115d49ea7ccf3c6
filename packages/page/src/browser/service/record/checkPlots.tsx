import type { CheckHistory } from '@shirube/contracts';
import { useMessages } from '../../language/language.js';
import { Plot } from '../../plot.js';
import { useRecordMessages } from '../messages.js';

/** The minimum height of a column in percent, so that a period without any response still shows one. */
const minHeight = 6;

/** The hours or days of a history, and the first and the last of them as texts. */
function useCells(history: CheckHistory) {
  const messages = useMessages();
  const cells = cellsOf(history);
  const text = history.step === 'day' ? messages.day : messages.moment;
  const period = [text(cells[0]?.at ?? history.from), text(cells.at(-1)?.at ?? history.to)] as const;
  return { cells, period };
}

/** A column for each hour or day. Its height is the share of checks that got a response: colour is not needed. */
export function UptimePlot({ history }: { history: CheckHistory }) {
  const texts = useRecordMessages();
  const { cells, period } = useCells(history);
  const failingSteps = history.steps.filter(({ uptime }) => uptime !== null && uptime < 100).length;
  return (
    <Plot
      caption={texts.uptimeCaption}
      max={100}
      period={period}
      label={texts.stripOf(texts.uptimeOf(history.uptime), failingSteps, history.step)}
      columns={cells.map(({ result }) => ({
        share: Math.max(minHeight, result?.uptime ?? 0) / 100,
        class: gradeOf(result?.uptime),
      }))}
    />
  );
}

/** A column for each hour or day with a response. */
export function ResponsePlot({ history }: { history: CheckHistory }) {
  const texts = useRecordMessages();
  const { cells, period } = useCells(history);
  const times = cells.flatMap(({ result }) => result?.responseMs ?? []);
  if (times.length === 0) return null;
  const max = Math.max(...times);
  return (
    <Plot
      caption={texts.responseCaption}
      max={max}
      period={period}
      label={texts.rangeOf(Math.min(...times), max)}
      columns={cells.map(({ result }) => (result?.responseMs ? { share: result.responseMs / max } : undefined))}
    />
  );
}

type Step = CheckHistory['steps'][number];

/** One hour or day of a window, with its check results, if any. */
export interface Cell {
  at: string;
  result: Step | undefined;
}

const stepMs = { hour: 3_600_000, day: 86_400_000 };

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
