import { kanji, katakana, letters } from './characters.js';
import type { Stated } from './stated.js';

// What "not" says nothing about when it comes before them.
const filler =
  'free|only|just|sure|yet|so|too|very|really|even|necessarily|all|always|be|been|a problem|know|want|need|like|have|work|working|found|available|possible|required|needed|able|used|more|less|that|at|have to|matter|the same|worth|in|on|to|as|it|my|me|up|down';
const stop = 'but|please|that|which|for|with|under|on|at|in|from|thanks|just|only|and|or|nor';
const endOfWords = String.raw`(?=\s*(?:$|[,.;:!?)]|\b(?:${stop})\b))`;
const one = String.raw`(?!(?:${filler})\b)[${letters}][${letters}'+.-]*(?: (?!(?:${stop})\b)[${letters}][${letters}'+-]*){0,3}?`;
const words = `(?<refused>${one}(?:(?:, ${one}){0,3},? (?:or|nor|and) (?:not )?(?!(?:then|is|are|was|it|also|get|gets|give|show|has|have|i|we|can|then)\\b)${one})?)`;
const article = String.raw`(?:(?:about|for|related to|anything|interested in|looking for|into|a|an|the|any|some)\s+)*`;
// Kana inside a word (宝くじ, 食べ物) that are no particles.
const okurigana = '[くぐけげこごさざしじすずせぜそぞちつづぬねびぶべぼみむめゆよらりろわ]';
const run = `(?<refused>[おご]?(?:[${kanji}]${okurigana}{1,2}[${kanji}]{0,6}|[${kanji}${katakana}a-z0-9・+#-]{1,24}))`;
// What need not be there, which is no subject to stay away from.
const requirement =
  'api|keys?|sign|signups?|registration|registering|logins?|logging|auth\\w*|passwords?|accounts?|cards?|credit|kyc|subscriptions?|ads?|advertising|watermarks?|captchas?|limits?|code|coding|javascript|cookies|background|noise|errors?|delays?|having|needing|using|paying|being|leaving|going|any|a|an|the|my|our|its|all|human|installing|downtime|fees?|vpn|oauth';
const requirementJa =
  /(?:登録|キー|認証|ログイン|広告|透かし|ロゴ|アカウント|パスワード|制限|上限|手数料|料金|課金|契約|審査|エラー|遅延|コード|プログラミング|ブラウザ|カード|スマホ|パソコン|サーバー|ソフト|ツール|ライブラリ|ネット|薬品?)$/u;

const forms: RegExp[] = [
  new RegExp(
    String.raw`(?:[,;(–—-]\s*|\b(?:but|and|it's|that's|that is|that are|which is|which are)\s+|(?<!\b(?:do|does|did|is|are|was|were|can|could|will|would|should|may|might|must|has|have|had|or|why|if|am|i'm)\s))\b(?:but\s+)?not\s+${article}${words}${endOfWords}`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:except(?: for)?|excluding|exclude|other than|anything but|apart from|aside from|minus|leave out|leaving out|ignoring|ignore|(?<=[,;:]\s*)(?:please )?(?:avoid|skip)|nothing to do with|(?:that|which) (?:is|are)n't (?:about|related to)|(?:rather than|instead of)(?! (?:an?|the|my|\w+ing) ))\s+${article}${words}${endOfWords}`,
    'iu',
  ),
  new RegExp(String.raw`\bwithout\s+(?!(?:${requirement}|\w+ing)\b)${words}${endOfWords}`, 'iu'),
  new RegExp(
    String.raw`(?:^|[,;(]|\bbut)\s*(?:no|nothing|none)\s+(?:about\s+|of\s+|on\s+|with\s+|related to\s+)?(?!(?:${requirement})\b)${words}${endOfWords}`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:i |we )?(?:do not|don't) (?:want|show(?: me)?|include|give me)\s+(?!(?:${requirement})\b|to\b)${words}${endOfWords}`,
    'iu',
  ),
  new RegExp(String.raw`(?:[,;(]\s*)${words}\s+excluded${endOfWords}`, 'iu'),
  /(?<![a-z])non-(?<refused>[a-z]{4,20})(?= )/iu,
  new RegExp(
    `${run}(?:系|関連|関係)?(?:以外(?:の|で|に|を)?|(?:を|は)(?:除く|除いた|除いて|除き|除外(?:して|した|する)?|抜いた|省いた|省いて|含まない|含めない|避けた|避けて)|(?:では|じゃ)な(?:い|く|くて)(?:、)?|でない)`,
    'iu',
  ),
  new RegExp(
    `${run}(?:系|関連|関係)?(?:は|の話題は|だけは)(?:なし|無し|抜き|不要|要らない|いらない|(?:要|い)りません|除外|対象外|パス|NG|ダメ|だめ|避けて|外して)(?:で|に)?(?=\\s*(?:$|[、。,]|です|の))`,
    'iu',
  ),
  new RegExp(
    `${run}(?:を(?:使わない|使って(?:い)?ない|使用しない)|(?:と|に)は?(?:関係|関連)の?ない|が(?:入って|含まれて)(?:い)?ない)`,
    'iu',
  ),
  new RegExp(`${run}(?:系|関連|関係)?(?<!背景|型|毛|染み|水|ガス)(?:抜き|なし|無し)(?:の|で|に)`, 'iu'),
];
const known =
  /^(?:api|apis|サービス|それ|これ|無料|有料|必要|可能|簡単|問題|正|有効|安全|利用|使用|日本語?|英語?)$/iu;

/**
 * What a query expressly does not want: "not crypto", 暗号資産以外. What need not be there ("without a key", 登録不要) is
 * not refused.
 */
export function findRefusal(text: string): Stated<string[]> | undefined {
  for (const pattern of forms) {
    const match = pattern.exec(text);
    const refused = (match?.groups?.refused ?? '').split(/,? (?:or|nor|and) (?:not )?|, /).filter(Boolean);
    if (
      !match ||
      refused.length === 0 ||
      refused.some((word) => known.test(word) || requirementJa.test(word))
    )
      continue;
    return { value: refused, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}
