import t from 'tap';
import { takeConstraints } from '../src/constraints.js';

const constraintsOf = (text: string) => takeConstraints(text).constraints;

t.test('a price bound is read in both languages, with its currency', async (t) => {
  const bounds: [string, object][] = [
    ['0.01ドル以下の翻訳API', { amount: '0.01', exclusive: false }],
    ['1回あたり5セント未満で使える天気予報', { amount: '0.05', exclusive: true }],
    ['0.5セントまで', { amount: '0.005', exclusive: false }],
    ['10円以下の地図', { amount: '10', exclusive: false, currency: 'JPY' }],
    ['￥１００まで', { amount: '100', exclusive: false, currency: 'JPY' }],
    ['1万円以下', { amount: '10000', exclusive: false, currency: 'JPY' }],
    ['最大0.1USDCの画像生成', { amount: '0.1', exclusive: false, currency: 'USDC' }],
    ['weather api under $0.05 per call', { amount: '0.05', exclusive: true }],
    ['translation for at most 0.02 USDC', { amount: '0.02', exclusive: false, currency: 'USDC' }],
    ['image generation cheaper than 3 cents', { amount: '0.03', exclusive: true }],
    ['$1,000.50 or less', { amount: '1000.5', exclusive: false }],
    ['price under 0.01', { amount: '0.01', exclusive: true }],
  ];
  for (const [text, bound] of bounds) t.same(constraintsOf(text).maxPrice, bound, text);
});

t.test('a number that bounds something else is no price', async (t) => {
  for (const text of [
    'delivery in under 10 minutes',
    'up to 5 images',
    '5枚以下の画像',
    'over $5',
    '3ドル以上',
  ]) {
    t.same(constraintsOf(text), {}, text);
  }
});

t.test('free is a price of nothing', async (t) => {
  for (const text of [
    'free weather API',
    'weather for free',
    'free of charge',
    '無料の天気API',
    '無料で翻訳したい',
    '天気 無料',
  ]) {
    t.match(constraintsOf(text), { free: true, maxPrice: { amount: '0', exclusive: false } }, text);
  }
});

t.test('what is free by itself, or expressly need not be, sets no price', async (t) => {
  const texts = [
    'free text search',
    'gluten free recipes',
    'free stock photos for my blog',
    '無料で使える高品質な写真素材',
    'not free',
    '無料でなくてもよい',
    'toll-free numbers',
    'freedom of information',
  ];
  for (const text of texts) t.same(constraintsOf(text), {}, text);
});

t.test('a chain is read where the service is to be paid on it', async (t) => {
  const chains: [string, string][] = [
    ['translation API on Base', 'base'],
    ['weather on the Solana network', 'solana'],
    ['weather payable with Polygon', 'polygon'],
    ['Baseで使える翻訳API', 'base'],
    ['ベースで払える天気', 'base'],
    ['ソラナ対応の価格API', 'solana'],
    ['トークン価格 Base決済', 'base'],
    ['maps on base sepolia', 'base-sepolia'],
  ];
  for (const [text, chain] of chains) t.equal(constraintsOf(text).chain, chain, text);
});

t.test('words that only look like a chain are left alone', async (t) => {
  const texts = [
    'base64 encode',
    'operations on base 64 strings',
    'polygon geometry',
    'intersections on polygon data',
    'query transactions on Ethereum',
    'solana token price',
    'near real-time quotes',
    'データベースの検索',
    'テキストベースのマインスイーパ',
    'GTK+ ベースの UVC ビューア',
    'イーサリアムの取引を照会する',
  ];
  for (const text of texts) t.same(takeConstraints(text), { constraints: {}, rest: text }, text);
});

t.test('a status is read where it is said of services', async (t) => {
  t.equal(constraintsOf('verified only weather').status, 'verified');
  t.equal(constraintsOf('検証済みの翻訳サービス').status, 'verified');
  t.equal(constraintsOf('検証済みのみの地図').status, 'verified');
  t.equal(constraintsOf('未検証のサービス').status, 'unverified');
  t.equal(constraintsOf('verified email addresses').status, undefined);
  t.equal(constraintsOf('検証済みのメールアドレスを確認').status, undefined);
});

t.test('the words of constraints are taken out and the rest stays', async (t) => {
  const { constraints, rest } = takeConstraints('検証済みでBaseで使える0.01ドル以下の翻訳API');
  t.same(constraints, { maxPrice: { amount: '0.01', exclusive: false }, chain: 'base', status: 'verified' });
  t.equal(rest.replace(/\s/g, ''), '翻訳API');
});
