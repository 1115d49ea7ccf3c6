import { count, duration } from './format.js';

/** Shows the progress of a long command on standard error: a bar on a terminal, otherwise a line every few seconds. */
export interface Progress {
  /** `done` is the number of items so far, `fraction` their share of the total (0–1), undefined if unknown. */
  advance(done: number, fraction: number | undefined): void;
  /** Prints a line above the bar. */
  note(line: string): void;
  /** Removes the bar. */
  end(): void;
}

const barWidth = 24;
const redrawMs = 100;
const lineEveryMs = 5_000;

/** Starts to show progress. With `quiet` only notes are shown. */
export function startProgress(unit: string, { quiet }: { quiet: boolean }): Progress {
  const stream = process.stderr;
  const bar = stream.isTTY && !quiet;
  const interval = bar ? redrawMs : lineEveryMs;
  const started = Date.now();
  let shownAt = started;
  let drawn = '';

  function describe(done: number, fraction: number | undefined): string {
    const seconds = Math.max((Date.now() - started) / 1000, 0.001);
    const rate = `${count(done)} ${unit}, ${count(Math.round(done / seconds))}/s`;
    if (fraction === undefined || fraction <= 0) return rate;
    const left = duration((seconds * (1 - fraction)) / fraction);
    const percent = `${Math.floor(fraction * 100)} %`;
    if (!bar) return `${percent}: ${rate}, ${left} left`;
    const full = Math.round(fraction * barWidth);
    return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${percent.padStart(5)}  ${rate}, ${left} left`;
  }

  function draw(text: string): void {
    drawn = text;
    stream.write(`\r${text}\u{1b}[K`);
  }

  return {
    advance(done, fraction) {
      if (quiet || Date.now() - shownAt < interval) return;
      shownAt = Date.now();
      const text = describe(done, fraction);
      if (bar) draw(text);
      else stream.write(`${text}\n`);
    },
    note(line) {
      if (!drawn) {
        stream.write(`${line}\n`);
        return;
      }
      const bar = drawn;
      draw('');
      stream.write(`${line}\n`);
      draw(bar);
    },
    end() {
      if (drawn) draw('');
    },
  };
}
