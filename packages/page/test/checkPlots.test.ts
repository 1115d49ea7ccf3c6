import type { CheckHistory } from '@shirube/contracts';
import t from 'tap';
import { cellsOf, gradeOf } from '../dist/browser/service/record/checkPlots.js';

const step = (at: string, uptime: number | null): CheckHistory['steps'][number] => ({
  at,
  checks: 1,
  uptime,
  responseMs: 5,
  slowestMs: 5,
  verdicts: [],
  price: null,
  currency: null,
});

t.test('every day of the window has its place, checked or not', async (t) => {
  const steps = [step('2026-01-02T00:00:00.000Z', 100), step('2026-01-04T00:00:00.000Z', 50)];
  const cells = cellsOf({
    id: '',
    window: '90d',
    from: '2026-01-01T15:00:00.000Z',
    to: '2026-01-04T15:00:00.000Z',
    step: 'day',
    isSimulated: false,
    checks: 2,
    uptime: 75,
    responseMs: 5,
    verdicts: [],
    steps,
    prices: [],
  });
  t.strictSame(
    cells.map(({ at, result }) => [at.slice(0, 10), result?.uptime]),
    [
      ['2026-01-01', undefined],
      ['2026-01-02', 100],
      ['2026-01-03', undefined],
      ['2026-01-04', 50],
    ],
  );
});

t.test('what is not known is neither good nor poor', async (t) => {
  t.strictSame([null, undefined, 100, 95, 0].map(gradeOf), ['unknown', 'unknown', 'good', 'fair', 'poor']);
});
