import { currenciesOf } from '@shirube/contracts';
import { type Exact, exact, times } from './decimals.js';
import { numeral, readNumeral } from './numerals.js';
import type { Stated } from './stated.js';

/** A sum of money, or a number beside which no currency stands. */
export interface Amount {
  value: Exact;
  /** A state's money (USD, JPY) or the coin that was named; undefined for a bare number. */
  currency?: string;
  /** How much of the currency the unit is that was named: 0.01 for cents. */
  unit: Exact;
}

interface Unit {
  pattern: string;
  currency: string;
  worth: string;
}

const unit = (pattern: string, currency: string, worth = '1'): Unit => ({ pattern, currency, worth });
const coins = [
  ...['USD', 'JPY', 'EUR', 'GBP'].flatMap((family) => currenciesOf(family).slice(1)),
  ...'ETH WETH BTC SOL MATIC POL AVAX BNB XRP XLM TRX SUI APT HBAR ALGO SEI'.split(' '),
];
const units: Unit[] = [
  unit('euro ?cents?|ユーロセント', 'EUR', '0.01'),
  unit('(?:u\\.?s\\.? )?cents?|セント|¢|penn(?:y|ies)|ペニー', 'USD', '0.01'),
  unit('nickels?', 'USD', '0.05'),
  unit('dimes?', 'USD', '0.1'),
  unit('pence', 'GBP', '0.01'),
  unit('銭|sen', 'JPY', '0.01'),
  unit('(?:u\\.?s\\.? )?dollars?|bucks?|(?:米|us)?ドル|us\\$|\\$|usd', 'USD'),
  unit('円|yen|jpy|¥', 'JPY'),
  unit('euros?|ユーロ|eur|€', 'EUR'),
  unit('pounds? sterling|quid|ポンド|gbp|£', 'GBP'),
  unit('won|ウォン|krw|₩', 'KRW'),
  unit('yuan|rmb|人民元|元|cny', 'CNY'),
  unit('rupees?|ルピー|inr|₹', 'INR'),
  unit('sat(?:oshi)?s?|サトシ', 'BTC', '0.00000001'),
  unit('gwei', 'ETH', '0.000000001'),
  unit('テザー|tethers?', 'USDT'),
  ...coins.map((coin) => unit(coin.replace('.', '\\.'), coin)),
];
// "3c per call", where more than the letter says so.
const known = [...units, unit('c', 'USD', '0.01')].map((one) => ({
  ...one,
  whole: new RegExp(`^(?:${one.pattern})$`, 'iu'),
}));
const anyUnit = units
  .map(({ pattern }) => pattern)
  .sort((a, b) => b.length - a.length)
  .join('|');
const sign = 'us\\$|[$€¥£₩₹]';
const code = [...coins.filter((coin) => /^(?:USD|EUR|JPY)/.test(coin)), 'USD', 'EUR', 'JPY', 'GBP'].join('|');
const figures = String.raw`(?:\d{1,3}(?:,\d{3})+(?:\.\d{1,18})?|\d{1,20}(?:\.\d{1,18})?|\.\d{1,18})`;

// More than these no sentence states.
const MOST_AMOUNTS = 8;

const amount = new RegExp(
  [
    String.raw`(?<![a-z0-9.,])(?:(?<sign>${sign})|(?<code>${code})(?= ))\s?(?<signed>${figures}(?:\s?(?:thousand|million|[km])(?![a-z])|[千万])?)(?:\s?(?<coin>${code})(?![a-z]))?`,
    // 0,05 € as people on the continent write it.
    String.raw`(?<![a-z0-9.,])(?<comma>\d{1,3},\d{1,2})\s?(?<euro>euros?|eur|€|ユーロ)(?![a-z])`,
    String.raw`(?<![a-z0-9.,])(?<number>${numeral})[\s-]?(?<unit>${anyUnit}|(?<=\d)c(?= ?(?:per|each|max|or less|a (?:call|request)|/)))(?![a-z])(?:の(?<part>半分|(?:\d{1,4}|[一二三四五六七八九十百千]{1,4})分の[1一])|(?<=dollars?|bucks?|euros?)\s(?<cents>(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -]five)?)(?![a-z ]*(?:cent|hundred|thousand)))?`,
    // "sub-cent": less than one.
    String.raw`(?<=\bsub-?)(?<lone>cents?|penn(?:y|ies)|nickels?|dimes?|dollars?|yen)(?![a-z])`,
    // "one to three cents": the unit comes with the second.
    String.raw`(?<![a-z0-9.,/])(?<bareWord>${numeral})(?=\s*(?:to|and|-|–)\s*(?:${numeral})[\s-]?(?:${anyUnit})(?![a-z]))`,
    `(?<![a-z0-9.,/])(?<bare>${figures})(?![a-z0-9.,]*[a-z0-9]|\\s?(?:回|リクエスト|コール|件|クエリ|呼び出し|calls?|requests?))`,
  ].join('|'),
  'giu',
);

// "a dollar fifty".
const hundredths = (words: string | undefined): Exact =>
  words === undefined ? 0n : times(readNumeral(words), exact('0.01'));
const unitOf = (name: string): Unit | undefined => known.find(({ whole }) => whole.test(name));

/** Every amount in a text, and the bare numbers between them, in order. */
export function findAmounts(text: string): Stated<Amount>[] {
  const found = [...text.matchAll(amount)].slice(0, MOST_AMOUNTS).map((match): Stated<Amount> => {
    const {
      sign: mark,
      code: before,
      signed,
      coin,
      comma,
      number,
      unit: name,
      part,
      cents,
      lone,
      bareWord,
      bare,
    } = match.groups ?? {};
    const digits =
      signed ?? comma?.replace(',', '.') ?? number ?? bareWord ?? bare ?? (lone === undefined ? '0' : '1');
    const spoken = unitOf(coin ?? mark ?? before ?? name ?? lone ?? (comma === undefined ? '' : 'eur'));
    const worth = exact(spoken?.worth ?? '1');
    return {
      value: {
        value:
          times(times(readNumeral(digits), worth), readNumeral(part?.replace('半分', '半') ?? '1')) +
          hundredths(cents),
        ...(spoken && { currency: spoken.currency }),
        unit: worth,
      },
      start: match.index,
      end: match.index + match[0].length,
    };
  });
  return found.reduce<Stated<Amount>[]>((sums, next) => joinCoins(text, sums, next), []);
}

/** 1ドル50セント, "two dollars and ten cents": one amount in two units. */
function joinCoins(text: string, before: Stated<Amount>[], next: Stated<Amount>): Stated<Amount>[] {
  const last = before.at(-1);
  const isOne =
    last !== undefined &&
    last.value.currency === next.value.currency &&
    last.value.unit === exact('1') &&
    next.value.unit === exact('0.01') &&
    /^ ?(?:and )?$/.test(text.slice(last.end, next.start)) &&
    last.end > last.start;
  if (!isOne) return [...before, next];
  const value = { ...last.value, value: last.value.value + next.value.value };
  return [...before.slice(0, -1), { value, start: last.start, end: next.end }];
}
