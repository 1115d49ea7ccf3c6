import type { PriceBound, Stated } from './constraints.js';

const number = String.raw`(?<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.\d+|\d+)`;
const sign = String.raw`(?<sign>us\$|[$¥€])`;
const unit = `(?<unit>米ドル|ドル|セント|円|ユーロ|dollars?|bucks?|cents?|¢|yen|euros?|usdc|usdt|usd|jpy|eur|eurc|dai)(?![a-z])`;
const amount = String.raw`(?:${sign}\s*)?${number}(?:\s*(?<times>万|千))?(?:\s*${unit})?`;
const each = String.raw`(?:\s*(?:per|for each|for every|a|an|each|\/)\s*(?:api\s*)?(?:request|call|query|use|hit)|\s*each\b)?`;
const eachJa = String.raw`(?:(?:[1一](?:回|リクエスト|コール|件)|リクエスト|コール)(?:あたり|当たり|につき|ごとに?|の)?(?:の?(?:料金|価格|値段)(?:が|は)?)?\s*)?`;

const below = `(?:under|below|less than|cheaper than|lower than|<)`;
const atMost = `(?:at most|no more than|not more than|up to|at or below|max(?:imum)?(?: of| price)?|within|not exceeding|<=|≤)`;
const lead = String.raw`(?:(?:that |which )?(?:costs?|costing|priced?|pay(?:ing)?)\s+(?:(?:is|at)\s+)?)?`;

interface Form {
  pattern: RegExp;
  exclusive: boolean;
  /** Whether a number without a currency is a price here. */
  bare: boolean;
}

const form = (source: string, exclusive: boolean, bare = false): Form => ({
  pattern: new RegExp(source, 'giu'),
  exclusive,
  bare,
});

const forms: Form[] = [
  form(String.raw`${eachJa}${amount}\s*(?:未満|より(?:も)?(?:安[いくか]|下|低[いく]))(?:の|で|な)?`, true),
  form(String.raw`${eachJa}${amount}\s*(?:以下|以内|まで|を?超えない|を上限)(?:の|で|に)?`, false),
  form(String.raw`${eachJa}(?:最大(?:で)?|上限(?:は|が)?|高くても|多くても)\s*${amount}(?:の|で)?`, false),
  form(String.raw`(?<!not )(?<!n't )\b${lead}(?<![\w-])${below}\s*${amount}${each}`, true),
  form(String.raw`(?<![\w-])${lead}${atMost}\s*${amount}${each}`, false),
  form(
    String.raw`${amount}${each}\s*(?:or (?:less|under|below|cheaper|lower)|max(?:imum)?|at most|tops)\b`,
    false,
  ),
  // A bare number is a price only where the sentence says that it is one.
  form(String.raw`\b(?:price|cost|fee)s?\s+(?:is |of )?${below}\s*${number}${each}`, true, true),
  form(String.raw`\b(?:price|cost|fee)s?\s+(?:is |of )?${atMost}\s*${number}${each}`, false, true),
  form(String.raw`(?:価格|料金|値段|単価)(?:が|は|の)?\s*${number}\s*未満(?:の|で)?`, true, true),
  form(
    String.raw`(?:価格|料金|値段|単価)(?:が|は|の)?\s*${number}\s*(?:以下|以内|まで)(?:の|で)?`,
    false,
    true,
  ),
];

const currencies: [RegExp, string | undefined][] = [
  [/^(?:円|¥|yen|jpy)$/i, 'JPY'],
  [/^(?:ユーロ|€|euros?|eur)$/i, 'EUR'],
  [/^usdc$/i, 'USDC'],
  [/^usdt$/i, 'USDT'],
  [/^eurc$/i, 'EURC'],
  [/^dai$/i, 'DAI'],
];

/** The most the query is ready to pay for a request: 0.01ドル以下, "under 5 cents", "at most 0.02 USDC". */
export function findPrice(text: string): Stated<PriceBound> | undefined {
  for (const { pattern, exclusive, bare } of forms) {
    const match = [...text.matchAll(pattern)].find(({ groups }) => bare || groups?.sign || groups?.unit);
    if (!match?.groups) continue;
    const { number: digits = '', sign: mark, unit: name, times } = match.groups;
    const spoken = (name ?? mark ?? '').toLowerCase();
    const value = scaled(digits.replaceAll(',', ''), spoken, times);
    const currency = currencies.find(([known]) => known.test(spoken))?.[1];
    return {
      value: { amount: value, exclusive, ...(currency && { currency }) },
      start: match.index,
      end: match.index + match[0].length,
    };
  }
  return undefined;
}

/** The amount in whole units, written plainly; by moving the point, because floats would spoil 0.07 cents. */
function scaled(digits: string, unitName: string, times: string | undefined): string {
  const places = /^(?:セント|cents?|¢)$/.test(unitName) ? -2 : times === '万' ? 4 : times === '千' ? 3 : 0;
  const [whole = '', fraction = ''] = digits.split('.');
  const all = `${'0'.repeat(4)}${whole}${fraction}${'0'.repeat(4)}`;
  const point = 4 + whole.length + places;
  const integer = all.slice(0, point).replace(/^0+(?=\d)/, '') || '0';
  const rest = all.slice(point).replace(/0+$/, '');
  return rest === '' ? integer : `${integer}.${rest}`;
}
