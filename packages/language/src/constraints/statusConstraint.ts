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
const inactive = `(?:inactive|dead(?![ -](?:links?|letters?|reckoning|zones?|ends?|code)\\b)|offline(?= ${head}\\b)|defunct|broken(?= ${head}\\b)|unreachable|unresponsive|disabled|retired|discontinued|abandoned|out[- ]of[- ]service|shut[- ]?down|unavailable|(?:currently |that are |which are )?(?:down|not (?:working|active|running|responding)))`;
const working = String.raw`(?:(?:currently |still |actually )(?:(?:active|online|alive|running|available)${near}|working(?! (?:out|on|at|from|as|for|with|in|people|hours)\b))|up and running${near}|operational${near})`;
const verified = `(?<!un|not |non-|not yet )(?:verified|vetted|checked and verified)`;

const statuses: ServiceStatus[] = ['verified', 'unverified', 'inactive'];

const thingsJa =
  'メール|アドレス|アカウント|ユーザー|会員|電話|番号|本人|身元|個人|顧客|情報|データ|ニュース|レビュー|契約|コントラクト|口座|署名|証明書|トークン|企業|会社|法人|サイト|ドメイン|住所|事実';
// What may be verified itself: addresses, accounts, facts.
const things =
  'e-?mails?|mail|address(?:es)?|accounts?|users?|phones?|numbers?|identit(?:y|ies)|contracts?|sources?|tweets?|profiles?|reviews?|purchases?|facts?|news|information|badges?|customers?|buyers?|people|humans?|companies|businesses|domains?|signatures?|credentials?|tokens?|collections?|creators?|leads?|contacts?|by|as|that|to|in';
// "verified fact checker": what is verified is the tool.
const tool =
  ' (?:\\w+ )?(?:check\\w*|finders?|lookups?|search\\w*|verif\\w+|validat\\w+|generators?|detect\\w+|track\\w+|apis?|services?|tools?|analysis|scor(?:es?|ing)|scrap\\w+|pars\\w+|convert\\w*|translat\\w+|monitor\\w*)\\b';

const forms: [RegExp, ServiceStatus][] = [
  ...statuses.map((status): [RegExp, ServiceStatus] => [
    new RegExp(
      String.raw`\b(?:with\s+)?(?:a\s+|the\s+)?status(?:\s*[:=]\s*|\s+(?:is\s+|of\s+)?)["']?${status}\b["']?|\b(?:with\s+)?(?:an?\s+)?${status}\s+status\b`,
      'iu',
    ),
    status,
  ]),
  [new RegExp(String.raw`\b(?:only\s+)?${unverified}(?:\s+ones)?(?:\s+only)?${near}`, 'iu'), 'unverified'],
  [
    new RegExp(
      String.raw`(?<!\b(?:is|are|be|been|was|being|if) )\b(?:unverified|unvetted|not yet verified)(?= [a-z])(?! (?:[\w-]+ )?(?:${things})\b)`,
      'iu',
    ),
    'unverified',
  ],
  [
    new RegExp(
      String.raw`(?:\b${said}\s+|,\s*|\bonly\s+|^)(?:still\s+|yet\s+to\s+be\s+)?${unverified}(?:\s+(?:ones|only))?${edge}`,
      'iu',
    ),
    'unverified',
  ],
  [
    /\b(?:that|which) (?:(?:has|have)n't|(?:has|have) not) (?:yet )?been verified(?: yet)?\b|\b(?:yet|waiting) to be verified\b|\b(?:that (?:is|are) |still )?(?:awaiting|pending|lacking|without) (?:verification|vetting|review)\b|\bverification (?:is )?pending\b|\b(?:that |which )?(?:nobody|no one|no-one) has (?:yet )?verified(?: yet)?\b|\bnever (?:been )?verified\b|\b(?:that|which) (?:(?:is|are|was|were)n't|(?:is|are|was|were) not) (?:yet )?(?:verified|vetted|checked)(?: yet)?\b(?! by\b)/iu,
    'unverified',
  ],
  [
    new RegExp(
      `(?:まだ)?(?:未検証|未確認|未審査|未認証|未承認|(?:検証|審査|認証|承認|確認)(?:待ち|前)|(?:検証|審査)(?:を受けて|に通って|を通って|に合格して)(?:い)?ない|(?:検証|確認|審査|チェック)(?:が|は)まだ|(?:検証|審査|チェック)(?:が|の|は|も)?(?:済んで(?:い)?ない|されて(?:い)?ない|して(?:い)?ない|終わって(?:い)?ない)|確認(?:が取れて|されて)(?:い)?ない)(?!(?:もの|の)?も)(?:の|な)?(?:(?:もの|やつ)?(?:のみ|だけ)(?:の|で)?)?${nearJa}`,
      'iu',
    ),
    'unverified',
  ],
  [
    new RegExp(
      `(?:まだ)?(?:未(?:検証|審査|認証|承認)|(?:検証|審査|承認)(?:待ち|前))の(?![^、。]{0,6}(?:${thingsJa}))|(?:まだ)?(?:検証|審査)されて(?:い)?ない(?![^、。]{0,6}(?:${thingsJa}|もの))`,
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
      String.raw`(?<=\b${head}\s+)(?:(?:that|which)\s+)?(?:(?:are|is|have|has|were)\s+)?(?:no longer (?:working|active|available|running|alive|up|online)|(?:have |has )?(?:stopped|quit|ceased) (?:working|responding|answering|running|operating)|(?:were |was |been )?(?:shut down|closed|discontinued|abandoned|retired|taken down)|(?:do|does)(?: not|n't) (?:work|respond|answer)(?: any ?more)?|out of service|(?:gone|went) (?:down|offline|dark))\b`,
      'iu',
    ),
    'inactive',
  ],
  [new RegExp(String.raw`(?:,\s*|\bonly\s+|^)inactive(?:\s+(?:ones|only))?${edge}`, 'iu'), 'inactive'],
  [
    new RegExp(
      `(?:(?:今は|現在は?|もう|すでに|既に))?(?:非アクティブ|非稼働|無効|停止中|停止した|休止中|休止した|休眠中|停止して(?:い)?る|止まって(?:い)?る|止まった|死んだ|放置された|動いて(?:い)?ない|動かな(?:い|く(?:なった|なって(?:い)?る))|稼働して(?:い)?ない|(?:使え|利用でき|繋がら|つながら|応答し|反応し)な(?:い|く(?:なった|なって(?:い)?る))|応答の?ない|(?:廃止|閉鎖)(?:された|した|済みの?)|(?:提供|サービス)(?:が|を)?終了した|落ちて(?:い)?る|ダウン(?:して(?:い)?る|中)|オフライン|死んで(?:い)?る)(?:の|な|になった)?(?:(?:もの|やつ)?(?:のみ|だけ)(?:の|で)?)?(?=[^をがにへ、。]{0,12}${headJa})`,
      'iu',
    ),
    'inactive',
  ],
  [
    /\b(?:only (?:the )?(?:verified|vetted)(?: (?:apis?|services?|ones|providers?))?|(?:verified|vetted) (?:ones |services |apis |providers )?only)\b/iu,
    'verified',
  ],
  [
    /\b(?:(?:that|which|who) )?(?:(?:has|have|had) )?(?:already )?(?:passed|cleared|gone through|been through|completed|undergone) (?:the |your |a |all )?(?:verification|vetting|verification checks?|checks?|review)\b/iu,
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
  [new RegExp(String.raw`\b(?:already\s+)?${verified}${near}`, 'iu'), 'verified'],
  [
    new RegExp(
      String.raw`\b(?:approved|validated|certified|audited|confirmed)(?= (?:[\w-]+ ){0,2}?${head}\b)|\bwith (?:a )?(?:completed |successful )?verification\b|\bverified(?:な|の|だけ|のみ)(?:の|で)?`,
      'iu',
    ),
    'verified',
  ],
  // Only what is checked is known to work.
  [
    new RegExp(
      String.raw`\b${working}(?= [a-z])|\b(?:active|working)(?= ${head}\b)|(?<=\b${head}\s+)(?:(?:that|which)\s+)(?:are|is)\s+(?:currently\s+)?(?:working|active|online|running|up|alive|live|operational)\b`,
      'iu',
    ),
    'verified',
  ],
  [
    new RegExp(
      `(?:(?:今|現在|ちゃんと|きちんと|実際に))?(?:稼働中|稼働して(?:い)?る|動いて(?:い)?る|アクティブ)(?:の|な)?(?=[^をがにへ、。]{0,12}${headJa})`,
      'iu',
    ),
    'verified',
  ],
  [
    new RegExp(
      String.raw`(?<!\b(?:is|are|be|been|get|was|being|if)(?: already)? )\b(?:already\s+)?${verified}(?= [a-z])(?! (?:[\w-]+ )?(?:${things})\b(?!${tool}))`,
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
      `(?<!未)(?:検証|確認|審査|認証|承認|動作確認|チェック)(?:済み?|された|されて(?:い)?る|(?:が|の)済んだ|が済んで(?:い)?る|が取れた|が取れて(?:い)?る)(?:の|な|で)?${nearJa}`,
      'iu',
    ),
    'verified',
  ],
  [
    /(?:検証|審査|認証|チェック|動作確認)(?:に|を|は|が)?(?:通った|通って(?:い)?る|通過した|通過して(?:い)?る|通過済み|合格した|合格して(?:い)?る|合格済み|パスした|クリアした|終えた|終わった|完了した)(?:の|もの)?(?:(?:api|サービス|もの)?(?:のみ|だけ)(?:の|で|から)?)?/iu,
    'verified',
  ],
  [
    new RegExp(
      `(?<!未)(?:検証|審査|認証|承認|動作確認)(?:済み|済(?!み)|された)(?:の|な|で)?(?![^、。]{0,6}(?:${thingsJa}))`,
      'iu',
    ),
    'verified',
  ],
];

/** The status the query asks of services: "verified only", 検証済みの翻訳API; verified e-mail addresses are not meant. */
export function findStatus(text: string): Stated<ServiceStatus> | undefined {
  return firstStated(text, forms);
}
