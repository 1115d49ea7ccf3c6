import { currenciesOf } from '@shirube/contracts';
import type { Stated } from './stated.js';

const coins = ['USD', 'JPY', 'EUR', 'GBP'].flatMap((family) => currenciesOf(family).slice(1));
const coin = coins.map((code) => code.replace('.', '\\.')).join('|');
const money: [string, string][] = [
  ['(?:us )?dollars?|usd|米?ドル', 'USD'],
  ['(?:japanese )?yen|jpy|日本円|円', 'JPY'],
  ['euros?|eur|ユーロ', 'EUR'],
  ['gbp|british pounds?|pounds sterling|ポンド', 'GBP'],
  ['テザー|tether', 'USDT'],
];
const any = `(?<currency>${coin}|${money.map(([names]) => names).join('|')})`;
const whole = money.map(([names, currency]) => [new RegExp(`^(?:${names})$`, 'iu'), currency] as const);

const forms: RegExp[] = [
  new RegExp(
    String.raw`\b(?:(?:which|that|to)\s+)?(?:i\s+)?(?:can\s+)?(?:be\s+)?(?:pay(?:able|ing|ments?|s)?|paid|priced?|prices|billed|settled?|settles|charged?|charges|accept(?:s|ed|ing)?|takes?)(?:\s+for)?(?:\s+(?:in|with|using|via|by))?\s+${any}(?![a-z])(?:\s+(?:payments?|only))?`,
    'iu',
  ),
  new RegExp(
    `${any}(?:建て?(?:の|で)?|払い(?:の|で|に対応した)?|決済(?:の|で|に対応した|対応の?|できる|可能な)?|(?:で|を使って|に)(?:払える|払いたい|支払える|支払いたい|支払い(?:が)?(?:できる|可能な)|決済(?:できる|したい|可能な)|課金される))`,
    'iu',
  ),
  new RegExp(String.raw`\b${any}[ -](?:denominated|priced|only)\b`, 'iu'),
  // As an item of a list of conditions: "2 cents, USDC, verified".
  new RegExp(String.raw`(?<=[,、]\s*)(?<currency>${coin})(?=\s*[,、:])`, 'iu'),
  new RegExp(
    `${any}(?:だけ|のみ|限定)(?:で|の|に)(?:使える|払える|支払える|利用できる|対応(?:の|した))?`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:i|we)(?:'ve)?\s+(?:only\s+|just\s+)?(?:have|hold|own|got|use)\s+(?:only\s+|just\s+|some\s+)?(?<currency>${coin})(?![a-z])`,
    'iu',
  ),
  new RegExp(String.raw`\b(?:only|just)\s+(?:in\s+)?(?<currency>${coin})(?![a-z])`, 'iu'),
  new RegExp(`(?<currency>${coin})(?:しか|だけ)(?:を)?(?:持って(?:い)?(?:ない|る)|ない|使えない)`, 'iu'),
];

/** The currency in which the query wants to pay, where it names no amount: "payable in yen", JPYC払い. */
export function findCurrency(text: string): Stated<string> | undefined {
  for (const pattern of forms) {
    const match = pattern.exec(text);
    if (!match) continue;
    const named = match.groups?.currency ?? '';
    const value = whole.find(([names]) => names.test(named))?.[1] ?? named.toUpperCase();
    return { value, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}
