import type { ServiceStatus } from '@shirube/contracts';
import { firstStated, type Stated } from './stated.js';

const head =
  '(?:apis?|services?|endpoints?|providers?|ones|listings?|sellers?|vendors?|entries|entry|sources?)';
const headJa = '(?:api|サービス|エンドポイント|提供者|提供元|事業者|もの|やつ|業者)';
const said = String.raw`(?:(?:that|which|who)(?:'s|\s+(?:is|are|was|were|has\s+been|have\s+been))|must\s+be|should\s+be|has\s+to\s+be|needs\s+to\s+be)`;
const edge = String.raw`(?=\s*(?:$|[,.;!?)]|please\b|on\b|under\b|for\b|and\b|with\b|below\b|at\b))`;
const near = String.raw`(?= (?:[\w-]+ ){0,4}?${head}\b)`;
const nearJa = String.raw`(?=[^をがにへ、。]{0,16}${headJa}|\s*$)`;

const unverified = `(?:unverified|not[ -](?:yet[ -])?verified|non-?verified|unvetted|not(?: yet)? vetted|unchecked|untested)`;
const inactive = `(?:inactive|dead|offline|defunct|disabled|retired|discontinued|(?:currently |that are |which are )?(?:down|not (?:working|active|running|responding)))`;
const verified = `(?<!un|not |non-|not yet )(?:verified|vetted|checked and verified)`;

const thingsJa =
  'メール|アドレス|アカウント|ユーザー|会員|電話|番号|本人|身元|個人|顧客|情報|データ|ニュース|レビュー|契約|コントラクト|口座|署名|証明書|トークン|企業|会社|法人|サイト|ドメイン|住所|事実';
// What may be verified itself: addresses, accounts, facts.
const things =
  'e-?mails?|mail|address(?:es)?|accounts?|users?|phones?|numbers?|identit(?:y|ies)|contracts?|sources?|tweets?|profiles?|reviews?|purchases?|facts?|news|information|badges?|customers?|buyers?|people|humans?|companies|businesses|domains?|signatures?|credentials?|tokens?|collections?|creators?|leads?|contacts?|by|as|that|to|in';

const forms: [RegExp, ServiceStatus][] = [
  [new RegExp(String.raw`\b(?:only\s+)?${unverified}(?:\s+ones)?(?:\s+only)?${near}`, 'iu'), 'unverified'],
  [
    new RegExp(
      String.raw`(?:\b${said}\s+|,\s*|\bonly\s+|^)(?:still\s+|yet\s+to\s+be\s+)?${unverified}(?:\s+(?:ones|only))?${edge}`,
      'iu',
    ),
    'unverified',
  ],
  [
    /\b(?:that|which) (?:(?:has|have)n't|(?:has|have) not) (?:yet )?been verified(?: yet)?\b|\b(?:yet|waiting) to be verified\b|\b(?:that |which )?(?:nobody|no one|no-one) has (?:yet )?verified(?: yet)?\b|\bnever (?:been )?verified\b/iu,
    'unverified',
  ],
  [
    new RegExp(
      `(?:まだ)?(?:未検証|未確認|未審査|未認証|(?:検証|確認|審査)(?:が|は)まだ|検証(?:が|の)?(?:済んで(?:い)?ない|されて(?:い)?ない|して(?:い)?ない|終わって(?:い)?ない)|確認(?:が取れて|されて)(?:い)?ない)(?!(?:もの|の)?も)(?:の|な)?(?:(?:もの|やつ)?(?:のみ|だけ)(?:の|で)?)?${nearJa}`,
      'iu',
    ),
    'unverified',
  ],
  [new RegExp(String.raw`\b(?:only\s+)?(?:the\s+)?${inactive}(?:\s+only)?${near}`, 'iu'), 'inactive'],
  [
    new RegExp(
      String.raw`\b${head}\s+(?:that|which)\s+(?:are|is|have|has)\s+(?:currently\s+|been\s+|gone\s+)?(?:inactive|dead|offline|down|disabled|retired|stopped|not (?:working|active|responding))\b`,
      'iu',
    ),
    'inactive',
  ],
  [
    new RegExp(
      String.raw`(?<=\b${head}\s+)(?:(?:that|which)\s+)?(?:(?:are|is|have|has|were)\s+)?(?:no longer (?:working|active|available|running|alive|up|online)|stopped working|(?:gone|went) (?:down|offline|dark))\b`,
      'iu',
    ),
    'inactive',
  ],
  [new RegExp(String.raw`(?:,\s*|\bonly\s+|^)inactive(?:\s+(?:ones|only))?${edge}`, 'iu'), 'inactive'],
  [
    new RegExp(
      `(?:非アクティブ|無効|停止中|休止中|停止して(?:い)?る|止まって(?:い)?る|動いて(?:い)?ない|稼働して(?:い)?ない|使えなくなった|廃止された|死んで(?:い)?る)(?:の|な|になった)?(?:(?:もの|やつ)?(?:のみ|だけ)(?:の|で)?)?(?=[^をがにへ、。]{0,12}${headJa})`,
      'iu',
    ),
    'inactive',
  ],
  [
    /\b(?:only (?:the )?(?:verified|vetted)(?: (?:apis?|services?|ones|providers?))?|(?:verified|vetted) (?:ones |services |apis |providers )?only)\b/iu,
    'verified',
  ],
  [new RegExp(String.raw`\b${said}\s+(?:already\s+|been\s+)?${verified}${edge}`, 'iu'), 'verified'],
  [
    new RegExp(
      String.raw`(?:,\s*|^)(?:preferably\s+|must be\s+)?${verified}(?:\s+please)?(?=\s*(?:$|[,.;!?)]))`,
      'iu',
    ),
    'verified',
  ],
  [new RegExp(String.raw`\b${verified}${near}`, 'iu'), 'verified'],
  [
    new RegExp(
      String.raw`(?<!\b(?:is|are|be|been|get|was|being|already|if) )\b${verified}(?= [a-z])(?! (?:[\w-]+ )?(?:${things})\b)`,
      'iu',
    ),
    'verified',
  ],
  [
    /(?<!未)(?:検証|確認|審査|認証|動作確認|チェック)済み?(?:の(?:もの)?|なもの)?(?:のみ|だけ|に限定|限定|に限る|に絞って)(?:の|で|に)?/u,
    'verified',
  ],
  [
    new RegExp(
      `(?<!未)(?:検証|確認|審査|認証|承認|動作確認|チェック)(?:済み?|された|されて(?:い)?る|が済んだ|が済んで(?:い)?る)(?:の|な|で)?${nearJa}`,
      'iu',
    ),
    'verified',
  ],
  [
    new RegExp(`(?<!未)検証(?:済み|済(?!み)|された)(?:の|な|で)?(?![^、。]{0,6}(?:${thingsJa}))`, 'iu'),
    'verified',
  ],
];

/** The status the query asks of services: "verified only", 検証済みの翻訳API; verified e-mail addresses are not meant. */
export function findStatus(text: string): Stated<ServiceStatus> | undefined {
  return firstStated(text, forms);
}
