import t from 'tap';
import { en } from '../dist/browser/language/en.js';
import { ja } from '../dist/browser/language/ja.js';
import { type Constraints, conditionsOf } from '../dist/browser/list/conditions.js';

const english = (constraints: Constraints, ignored: string[] = []) =>
  conditionsOf({ constraints, ignored }, en).map(({ text }) => text);
const japanese = (constraints: Constraints) => conditionsOf({ constraints, ignored: [] }, ja).map(({ text }) => text);

t.test('every kind of constraint is said in words, a price with its currency', async (t) => {
  const constraints = {
    minPricePerRequest: '0.010',
    maxPricePerRequest: '0.05',
    currency: 'USD',
    notCurrencies: ['USDT'],
    prefer: 'free' as const,
    minTrust: 80,
    minUptime: 99.5,
    chains: ['base', 'polygon'],
    notChains: ['ethereum'],
    status: 'verified' as const,
    order: 'price' as const,
    without: ['crypto', 'nft'],
  };
  t.strictSame(english(constraints), [
    '0.01 to 0.05 USD',
    'not in USDT',
    'free first',
    'on base or polygon',
    'not on ethereum',
    'Verified',
    'trust of at least 80',
    'uptime of at least 99.5%',
    'without crypto or nft',
    'lowest price first',
  ]);
  t.strictSame(japanese(constraints), [
    '0.01〜0.05ドル',
    'USDT 建て以外',
    '無料を優先',
    'baseまたはpolygon',
    'ethereum 以外',
    '検証済み',
    '信頼度80以上',
    '稼働率99.5%以上',
    'cryptoまたはnft を除く',
    '料金の安い順',
  ]);
  t.strictSame(japanese({ maxPricePerRequest: '10', currency: 'JPY' }), ['10円以下']);
  t.strictSame(english({ maxPricePerRequest: '0.05', exclusive: true }), ['below 0.05']);
  t.strictSame(english({ minPricePerRequest: '5', currency: 'JPY' }), ['at least 5 JPY']);
  t.strictSame(japanese({ maxPricePerRequest: '10', currency: 'JPY' }), ['10円以下']);
  t.strictSame(english({ free: true }), ['Free, or with a free quota']);
  t.strictSame(english({ maxPricePerRequest: '0' }), ['Free']);
  t.strictSame(english({ currency: 'EURC' }), ['in EURC']);
});

t.test('a condition names what removes it, and stays in its place when it is removed', async (t) => {
  const stated = { maxPricePerRequest: '0.05', exclusive: true, currency: 'USD', chains: ['base'] };
  t.strictSame(
    conditionsOf({ constraints: stated, ignored: [] }, en).map(({ kind, names }) => [kind, names]),
    [
      ['price', ['maxPricePerRequest', 'currency']],
      ['chain', ['chains']],
    ],
  );
  t.match(conditionsOf({ constraints: { chains: ['base'] }, ignored: ['maxPricePerRequest', 'currency'] }, en), [
    { kind: 'price', names: ['maxPricePerRequest', 'currency'], text: 'any price', isRemoved: true },
    { kind: 'chain', text: 'on base', isRemoved: false },
  ]);
});

t.test('a constraint of a kind that the page does not know is shown by its name', async (t) => {
  const constraints = { colour: 'red' } as Constraints;
  t.strictSame(english(constraints, ['size']), ['colour: red', 'size']);
  t.strictSame(
    conditionsOf({ constraints, ignored: [] }, en).map(({ names }) => names),
    [['colour']],
  );
});
