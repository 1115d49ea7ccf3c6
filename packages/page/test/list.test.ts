import t from 'tap';
import { en } from '../dist/browser/language/en.js';
import { ja } from '../dist/browser/language/ja.js';
import { type Constraints, conditionsOf } from '../dist/browser/list/conditions.js';
import { pageNumbers } from '../dist/browser/list/pager.js';
import { markWords } from '../dist/browser/markWords.js';
import { redirectOf } from '../dist/browser/oldAddresses.js';
import { filterCount, inLanguage, knownAddress, readView, viewAddress } from '../dist/browser/view.js';

t.test('an address holds what differs from the defaults of a view, and is read back as that view', async (t) => {
  const view = {
    query: '東京 & "天気"',
    ignore: 'chains,status',
    category: ['weather', 'maps'],
    chain: ['eip155:8453', 'base'],
    status: 'verified' as const,
    currency: 'JPYC',
    minPricePerRequest: '0.001',
    maxPricePerRequest: '0.01',
    testnet: 'false' as const,
    minTrust: 80,
    minUptime: 99.9,
    language: 'ja' as const,
    sortBy: 'price' as const,
    sortOrder: 'desc' as const,
    offset: 40,
  };
  t.strictSame(readView(new URL(viewAddress(view), 'http://localhost').search), view);
  t.equal(viewAddress(readView('')), '/');
  t.equal(viewAddress({ query: 'weather', status: '', offset: undefined }), '/?query=weather');
  t.equal(filterCount(view), 12);
});

t.test('unknown and invalid parameters of an address are ignored', async (t) => {
  t.strictSame(readView('?status=great&sortBy=colour&sortOrder=desc&offset=-2&offset=x&unknown=1&query=%20'), {});
});

t.test('an old link redirects to the same view with the parameter names of the API', async (t) => {
  const moved = {
    '/?q=weather+map&minPrice=0.1&maxPrice=1&page=3&lang=ja':
      '/?query=weather+map&minPricePerRequest=0.1&maxPricePerRequest=1&offset=40&lang=ja',
    '/?sort=price-desc': '/?sortBy=price&sortOrder=desc',
    '/?category=weather&sort=newest&page=1': '/?category=weather&sortBy=createdAt',
    '/?sort=colour&page=x': '/',
  };
  for (const [from, to] of Object.entries(moved)) {
    t.equal(redirectOf(from), to, from);
    t.equal(redirectOf(to), undefined, to);
  }
  t.equal(redirectOf('/check?q=1'), undefined, 'other pages have parameters of their own');
});

t.test('what follows a second question mark belongs to the query', async (t) => {
  t.equal(
    inLanguage('/check?url=http://a.example/x?y=1', 'ja'),
    '/check?url=http%3A%2F%2Fa.example%2Fx%3Fy%3D1&lang=ja',
  );
  t.equal(knownAddress('/?query=weather?tokyo&category=a'), '/?query=weather%3Ftokyo&category=a');
  t.equal(redirectOf('/?q=a+b?&category=a'), '/?query=a+b%3F&category=a');
});

const english = (constraints: Constraints, ignored: string[] = []) =>
  conditionsOf({ constraints, ignored }, en).map(({ text }) => text);
const japanese = (constraints: Constraints) => conditionsOf({ constraints, ignored: [] }, ja).map(({ text }) => text);

t.test('every kind of constraint is described in words, a price with its currency', async (t) => {
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
  t.strictSame(english({ free: true }), ['Free, or with a free quota']);
  t.strictSame(english({ maxPricePerRequest: '0' }), ['Free']);
  t.strictSame(english({ currency: 'EURC' }), ['in EURC']);
});

t.test('a condition names the constraints to ignore, and stays in its place when it is removed', async (t) => {
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

t.test('the pager links the first, the last and the neighbouring pages', async (t) => {
  t.strictSame(pageNumbers(1, 1), [1]);
  t.strictSame(pageNumbers(2, 3), [1, 2, 3]);
  t.strictSame(pageNumbers(6, 85), [1, undefined, 5, 6, 7, undefined, 85]);
  t.strictSame(pageNumbers(85, 85), [1, undefined, 84, 85]);
});

const marked = (text: string, words: string[]) =>
  markWords(text, words)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join('');

t.test('matched words are marked in any case, width and ending, and the text stays as it is', async (t) => {
  t.equal(marked('Weather, WEATHER and ｗｅａｔｈｅｒ', ['weather']), '[Weather], [WEATHER] and [ｗｅａｔｈｅｒ]');
  t.equal(marked('Translation of translated texts', ['translate']), '[Translation] of [translated] texts');
  t.equal(marked('date, not data', ['data']), 'date, not [data]');
  t.equal(marked('全国の天気を調べます', ['天気', '調べる']), '全国の[天気]を[調べ]ます');
  t.equal(marked('東京天気予報', ['東京', '天気', '京天']), '[東京天気]予報');
  t.equal(marked('𠮷野家の天気 ☔️', ['天気']), '𠮷野家の[天気] ☔️');
});

t.test('without words nothing of a text is marked or lost', async (t) => {
  t.strictSame(markWords('<b>plain</b>', []), [{ text: '<b>plain</b>', isMarked: false }]);
  t.strictSame(markWords('', ['word']), []);
  t.equal(marked('a.b*c', ['.*', '']), 'a.b*c');
});
