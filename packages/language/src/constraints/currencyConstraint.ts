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
  ['usd ?(?:coins?|コイン)', 'USDC'],
  ['paypal usd', 'PYUSD'],
  ['euro coin', 'EURC'],
  ['jpyコイン|jpy coin', 'JPYC'],
];
/** "dollar stablecoins", ドル系ステーブルコイン: the family. */
const kind =
  '(?:(?:[ -](?:based |backed |pegged )?|系の?|建ての?|の)?(?:stable ?coins?|coins?|ステーブルコイン|コイン))?';
const names = `${coin}|${money.map(([pattern]) => pattern).join('|')}`;
/** テザー(USDT), "dollars (USDC)": the coin in brackets is the one. */
const bracket = String.raw`(?:\s?\((?<named>${names})\))?`;
const any = `(?<currency>${names})${bracket}${kind}`;
const whole = money.map(([pattern, currency]) => [new RegExp(`^(?:${pattern})$`, 'iu'), currency] as const);

const forms: RegExp[] = [
  new RegExp(
    String.raw`\b(?:(?:which|that|to)\s+)?(?:i\s+)?(?:can\s+)?(?:be\s+)?(?:pay(?:able|ing|ments?|s)?|paid|priced|(?:^|(?<=[,;:(]\s*|\bwith ))prices?(?= in)|billed|settled?|settles|charg(?:e[ds]?|ing)|accept(?:s|ed|ing)?|takes?)(?:\s+for)?(?:\s+(?:in|with|using|via|by|from|out of))?(?:\s+(?:my|our))?\s+${any}(?![a-z])(?:\s+(?:payments?|only|balance))?`,
    'iu',
  ),
  new RegExp(
    `${any}(?:での?|の|による)?(?:建(?:て|(?!て))(?!の?(?:価格|値段|推移|相場|レート|チャート|時価|評価))(?:の|で)?|(?:お)?支?払い(?:の|で|に対応した|対応の?|できる|が?可能な)?|(?:決済|精算|清算)(?:の|で|に対応した|対応の?|が?できる|が?可能な)?|(?<=[a-z])(?:が|を)(?:使え|受け付け|受け入れ|受け取れ)(?:る|て(?:い|くれ)?る)|(?<=[a-z])に?対応(?:の|した|している)|(?<=[a-z])で(?:使える|利用できる)|(?:で|を使って|に|による)(?:の)?(?:お)?(?:支?払(?:え(?:る|て|ば)|いたい|う|って|い(?:が|に)?(?:できる|可能な|対応(?:の|した))?(?:の)?)|(?:決済|精算|清算)(?:でき(?:る|て)|したい|する|可能な|に?対応(?:の|した)?)?(?:の)?|課金(?:される|できる)|買える|買いたい|購入できる))`,
    'iu',
  ),
  new RegExp(String.raw`\b${any}[ -](?:denominated|priced|only)\b`, 'iu'),
  new RegExp(String.raw`\b(?:denominated|quoted|settling|settlement|billing)\s+in\s+${any}(?![a-z])`, 'iu'),
  new RegExp(
    String.raw`(?:\b(?:currency|coin|payment)(?:\s*(?:[:=]|is|must be|should be)|(?=\s+(?:${names})\s*[,.;]))|(?:通貨|支払い?|決済)(?:は|が|:|=))\s*${any}(?![a-z])(?:で|のみ|だけ)?`,
    'iu',
  ),
  new RegExp(String.raw`\b${any}\s+(?:(?:is|are)\s+)?(?:accepted|supported|welcome)\b`, 'iu'),
  new RegExp(String.raw`\b(?:use|using|spend)\s+${any}\s+(?:to\s+pay|(?:for|as)\s+payments?)\b`, 'iu'),
  // "USDC services", "EURC payments".
  new RegExp(
    String.raw`\b(?:with\s+)?(?<currency>${names})(?:[ -]payments(?:\s+only)?\b|(?<=${coin})(?=[ -](?:apis?|services?|endpoints?|providers?)\b))`,
    'iu',
  ),
  // JPYCで3円以下 has its amount taken out already.
  new RegExp(String.raw`(?<currency>${coin})で\s+(?=[、。,]|$)`, 'iu'),
  new RegExp(
    `${any}(?:だけ|のみ|限定)(?:で|の|に|が|(?=対応|使え|払え))(?:使える|払える|支払える|利用できる|対応(?:の|した))?`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:i|we|(?:my|our|the)\s+(?:agent|bot|wallet|team|company))(?:'ve)?\s+(?:only\s+|just\s+)?(?:ha(?:ve|s)|holds?|owns?|got|uses?)\s+(?:only\s+|just\s+|some\s+)?(?<currency>${coin})(?![a-z])`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:i|we)(?:'ve)?\s+(?:only|just)\s+(?:have|hold|own|got|use|pay(?:\s+in)?)\s+(?:some\s+)?${any}(?![a-z])`,
    'iu',
  ),
  new RegExp(String.raw`\b(?:only|just)\s+(?:in\s+)?(?<currency>${coin})(?![a-z])`, 'iu'),
  new RegExp(`(?<currency>${names})(?:しか|だけ)(?:を)?(?:持って(?:い)?(?:ない|る)|ない|使えない)`, 'iu'),
];

/** An item of a list of conditions, where the query is not about coins: "2 cents, USDC, verified". */
const item = new RegExp(
  String.raw`(?:^|(?<=[,、(]\s*))\s*(?<currency>${coin})(?=\s*(?:[,、:)・]|かつ|$))`,
  'iu',
);
const coinMatters =
  /\b(?:prices?|rates?|\w*peg\w*|supply|transfers?|balances?|convert\w*|exchange|swaps?|volumes?|holders?|stablecoins?|tokens?|markets?)\b|価格|残高|送金|換算|両替|スワップ|発行|トークン|コイン|相場/iu;

/** The currency in which the query wants to pay, where it names no amount: "payable in yen", JPYC払い. */
export function findCurrency(text: string): Stated<string> | undefined {
  for (const pattern of coinMatters.test(text) ? forms : [...forms, item]) {
    const match = pattern.exec(text);
    if (!match) continue;
    const { currency = '', named } = match.groups ?? {};
    const value =
      whole.find(([pattern]) => pattern.test(named ?? currency))?.[1] ?? (named ?? currency).toUpperCase();
    return { value, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}
