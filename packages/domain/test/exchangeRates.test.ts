import t from 'tap';
import { builtInRates, exchangeRate, readExchangeRates } from '../dist/index.js';

t.test('a rate holds for the coins of a currency, in either direction and across the base', (t) => {
  const rates = readExchangeRates({ base: 'EUR', date: '2026-11-01T16:00:00Z', rates: { USD: 1.1, JPY: 165 } });
  t.equal(rates.date, '2026-11-01');
  t.equal(exchangeRate(rates, 'USDC', 'JPY'), 150);
  t.equal(exchangeRate(rates, 'EURC', 'usd'), 1.1);
  t.equal(exchangeRate(rates, 'USDC', 'USDT'), 1);
  t.equal(exchangeRate(rates, 'XYZ', 'XYZ'), 1);
  t.equal(exchangeRate(rates, 'XYZ', 'USD'), undefined);
  t.ok(Number(exchangeRate(builtInRates, 'USDC', 'JPYC')) > 50);
  t.end();
});

t.test('what is no table of rates is refused with the reason', (t) => {
  for (const [value, reason] of [
    [null, /base/],
    [{ base: 'USD', rates: {} }, /date/],
    [{ base: 'USD', date: 'today', rates: { JPY: 1 } }, /date/],
    [{ base: 'USD', date: '2026-11-01', rates: {} }, /rates/],
    [{ base: 'USD', date: '2026-11-01', rates: { JPY: '152' } }, /rates/],
    [{ base: 'USD', date: '2026-11-01', rates: { JPY: -1 } }, /rates/],
  ] as const)
    t.throws(() => readExchangeRates(value), reason);
  t.end();
});
