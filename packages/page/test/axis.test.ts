import t from 'tap';
import { amountAxis, priceAxis, timeAxis, upwards } from '../dist/browser/plot/axis.js';

const labels = ({ ticks }: { ticks: readonly { text: string }[] }) => ticks.map(({ text }) => text).filter(Boolean);

t.test('an axis starts at 0, and counts have no ticks between whole numbers', async (t) => {
  const cases = { 0: ['0', '1'], 1: ['0', '1'], 2: ['0', '1', '2'], 0.02: ['0', '0.005', '0.01', '0.015', '0.02'] };
  for (const [most, expected] of Object.entries(cases)) {
    t.strictSame(labels(amountAxis(Number(most), upwards, String)), expected, most);
  }
});

t.test('prices are labelled at powers of ten, and what is free is at the start', async (t) => {
  const axis = priceAxis([0, 0.002, 0.5], String);
  t.strictSame(labels(axis), ['0.001', '0.01', '0.1', '1']);
  t.strictSame([0, 0.001, 1].map(axis.scale), [0, 0, 100]);
  t.equal(priceAxis([0], String).scale(0), 0, 'nothing but free services');
});

t.test('days are those of UTC', async (t) => {
  const day = (date: string | Date) => new Date(date).toISOString();
  const axis = timeAxis(Date.UTC(2026, 7, 20), Date.UTC(2026, 10, 18), { day, time: String });
  t.strictSame(
    labels(axis).map((text) => text.slice(0, 10)),
    ['2026-09-01', '2026-10-01', '2026-11-01'],
  );
});
