import { loadLanguage } from '@shirube/language';
import { until } from '@shirube/testing';
import type { Test } from 'tap';
import { createMoney, intentSearch } from '../../dist/index.js';
import { entry } from '../catalogFixture.js';
import type { EngineUnderTest } from './engineUnderTest.js';

/** Amounts are converted, and what a month costs is told. */
export async function moneyConformance(t: Test, { reader, index }: EngineUnderTest): Promise<void> {
  const language = await loadLanguage();
  const found = { description: 'Predicts earthquakes.' };
  const added = [
    entry(50, { ...found, name: 'Quake One', price: '0.001' }),
    entry(51, { ...found, name: 'Quake Two', price: '0.2' }),
    entry(52, { ...found, name: 'Quake Three', price: '5', currency: 'JPYC' }),
    entry(53, { ...found, name: 'Quake Four', price: '0.01', currency: 'XYZ' }),
  ];
  const money = createMoney(reader, () => ({ base: 'USD', date: '2026-11-01', rates: { JPY: 152 } }));
  const asked = (text: string, more = {}) =>
    intentSearch(reader, language, { text, filter: {}, limit: 20, money, ...more });
  const quakes = ({ services }: Awaited<ReturnType<typeof asked>>) => services.map(({ name }) => name);
  t.strictSame(quakes(await asked('10円以下の地震予測')), []);
  await index.apply(added.map((upsert) => ({ upsert })));
  await until(async () => quakes(await asked('10円以下の地震予測')).length === 2, {
    message: 'services in a new currency are not found soon',
    timeout: 30_000,
  });
  const inYen = await asked('10円以下の地震予測');
  t.strictSame(inYen.constraints, { maxPricePerRequest: '10', currency: 'JPY' });
  t.strictSame(quakes(inYen).toSorted(), ['Quake One', 'Quake Three']);
  t.strictSame(inYen.rates, { base: 'USD', date: '2026-11-01', used: { JPY: 152 } });
  t.match(inYen.reason, /1 USD = 152 JPY（2026\/11\/01）で換算しています。$/);
  const one = inYen.services.find(({ name }) => name === 'Quake One');
  t.strictSame(one?.displayPrice, { amount: '0.152', currency: 'JPY' });
  t.equal(inYen.services.find(({ name }) => name === 'Quake Three')?.displayPrice, undefined);
  t.strictSame(quakes(await asked('10 JPYC以下の地震予測')), ['Quake Three'], 'a coin is that coin');
  t.strictSame(quakes(await asked('cheapest earthquake prediction')).slice(0, 3), [
    'Quake One',
    'Quake Three',
    'Quake Two',
  ]);

  const unknown = [54, 55, 56, 57].map((n) =>
    entry(n, { ...found, name: `Quake ${n}`, price: n === 57 ? '0.0000001' : '99999', currency: 'ZZZ' }),
  );
  await index.apply(unknown.map((upsert) => ({ upsert })));
  for (const [text, more] of [
    ['cheapest earthquake prediction', {}],
    ['cheapest earthquake prediction', { money: undefined }],
    ['cheapest earthquake prediction', { limit: 4 }],
    ['cheapest services', {}],
    ['一番安いサービス', { limit: 4 }],
  ] as const) {
    const coins = (await asked(text, more)).services.map(({ pricing }) => pricing.currency);
    const comparable = coins.map((coin) => ['USDC', 'JPYC'].includes(coin));
    t.strictSame(comparable, comparable.toSorted().toReversed(), `comparable prices come first: ${text}: ${coins}`);
    t.ok(coins.length > 2);
  }
  await index.apply(unknown.map(({ service }) => ({ remove: service.id })));

  const monthly = await asked('毎日100件、月500円まで、地震予測');
  t.strictSame(monthly.estimate, { requestsPerMonth: 3000 });
  t.strictSame(quakes(monthly), ['Quake One']);
  t.strictSame(monthly.services[0]?.estimate, {
    perMonth: '3',
    currency: 'USDC',
    about: { amount: '456', currency: 'JPY' },
  });
  const shown = await asked('earthquake prediction', { displayCurrency: 'jpy' });
  t.strictSame(shown.services.find(({ name }) => name === 'Quake Two')?.displayPrice, {
    amount: '30.4',
    currency: 'JPY',
  });
}
