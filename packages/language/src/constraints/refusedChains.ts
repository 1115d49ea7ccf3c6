import { after, anyList, kind, kindJa, pay, plainList } from './chainLists.js';

const except =
  '(?:except(?:\\s+for)?|but(?:\\s+not)?|other\\s+than|apart\\s+from|aside\\s+from|besides|excluding|save|bar(?:ring)?|outside(?:\\s+of)?|instead\\s+of|rather\\s+than)';
const unwilling = String.raw`(?:(?:do\s+not|don't|does\s+not|doesn't|won't|will\s+not|would\s+not|wouldn't|cannot|can't|not|never)\s+(?:want(?:\s+to)?|like(?:\s+to)?|use|using|touch|need|accept|support|have)(?:\s+(?:be\s+on|use|touch|pay))?|(?:refuse|hate|unwilling|unable|rather\s+not)(?:\s+to)?(?:\s+(?:use|touch))?|(?:stay|staying|keep|keeping|steer(?:ing)?)\s+(?:away\s+from|clear\s+of|off)|get\s+rid\s+of|leave\s+out|rule\s+out)`;
const not = String.raw`(?:(?:any(?:thing|where| chain| network)?\s+)?(?:but\s+)?(?:${unwilling}|not|never|nothing|none|n't|${except.replace('but(?:\\s+not)?|', '')}|exclude|avoid(?:ing)?|(?:any|every)(?:thing|where|one)?\s+but|no|without|skip(?:ping)?|minus)(?:\s+(?:having|needing)\s+to)?)`;

const useJa =
  '(?:払える|払う|払いたい|払い|支払える|支払う|支払いたい|支払い|決済(?:できる|可能な|したい|の)?|課金(?:できる|される)?|使える|動く|利用できる|動作する|利用可能な)?';
const paymentJa = '(?:(?:での?|の|による|を使った|を使う)?(?:お?支払い?|決済|払い|課金|利用|使用)|だけ)?';
const unwantedJa =
  '(?:(?:使い|払い|支払い|利用し|決済し|触り)たく(?:な(?:い|く)|ありません)|(?:使い|払い|支払い|使用し|利用し|決済し|使え)ません|(?:使わ|払わ|支払わ|使用し|利用し|決済し|使え)な(?:い|く)|使わずに?|(?:避|控)け?え?(?:て|たい?|る)|やめ(?:て|たい?|る)|止めて|遠慮|お断り|拒否|不可|NG|嫌|いや(?=$|[、。な])|ダメ|だめ|無理|なし|無し|除(?:いて|き|く|外)|外して|対象外|パス(?=$|[、。で])|要らない|いらない|不要|勘弁|(?:持って|対応して)(?:い)?ない)(?:して)?';

/** Refused wherever it stands. */
export const refusals: RegExp[] = [
  String.raw`\b(?:on\s+)?(?:any|every|all|whatever)\s+(?:other\s+)?${kind}\s+${except}\s+(?:on\s+)?(?:the\s+)?${anyList}`,
  String.raw`(?:\bbut\s+)?(?:\b|(?<=s))${not}\s+(?:(?:${pay}|run(?:s|ning)?|available|deployed|use|using|support(?:s|ing)?)\s+)?(?:on|via|over|through)\s+(?:the\s+)?${anyList}(?:\s+${kind})?`,
  String.raw`(?:\bbut\s+)?\b${not}\s+(?:the\s+)?${anyList}\s+(?:${kind}|payments?)`,
  // "the network must not be Solana", "a chain that isn't Base".
  String.raw`\b${kind}\s+(?:that\s+|which\s+)?(?:(?:must|should|may|can|could|will|is|are|has\s+to|have\s+to)\s*(?:n't|not|never)|can't|won't)\s+(?:be\s+)?(?:on\s+)?(?:the\s+)?${anyList}`,
  String.raw`${anyList}\s*(?:の?${kindJa})?(?:上)?(?:以外(?:の${kindJa})?|抜き|無し|なし|(?:を|は)除(?:く|いて|いた|き|外)(?:して|した)?|(?:を|は)(?:抜いた|抜いて|含まない|避けた)|(?:では|じゃ)な(?:い|く|くて)|で(?:は)?ないもの)(?:で|の|に|なら)?${useJa}`,
  String.raw`${anyList}\s*(?:の?${kindJa})?(?:上)?${paymentJa}(?:は|を|では?|には?|が|も)?\s*${unwantedJa}(?:で)?`,
  String.raw`\b${anyList}(?:\s+${kind})?\s+(?:excluded|(?:is\s+|are\s+)?(?:not\s+(?:allowed|ok(?:ay)?|an\s+option|acceptable|wanted)|out\s+of\s+the\s+question|off\s+the\s+table))\b`,
].map((way) => new RegExp(way, 'iu'));

/** Refused unless the query speaks of coins. */
export const looseRefusals: RegExp[] = [
  new RegExp(
    String.raw`(?:\bbut\s+)?\b${not}\s+(?:with\s+|in\s+|us(?:e|ing)\s+|touch(?:ing)?\s+)?(?:the\s+)?${plainList}${after}`,
    'iu',
  ),
];
