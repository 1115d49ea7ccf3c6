import type { Stated } from './stated.js';

const things =
  'flights?|hotels?|rooms?|tickets?|products?|houses?|cars?|phones?|laptops?|gas|fuel|restaurants?|tokens?|coins?|stocks?|labou?r|rates?|deals?|thrills?';
const thingsJa =
  '航空券|ホテル|宿|チケット|商品|家電|物件|車|スマホ|店|レストラン|居酒屋|ガソリン|株|切符|ツアー';
const amount = String.raw`\d+(?:\.\d+)?`;

/** What sounds like a condition on services and is none that can be applied. */
const forms: RegExp[] = [
  /\b(?:for )?(?:only )?(?:just )?(?:a )?(?:few|couple of|handful of|some) (?:cents|dollars|pennies|bucks|yen)\b(?: (?:per|a|an|each) \w+)?|\b(?:for )?(?:a |some )?(?:tiny |small )?fractions? of a (?:cent|penny|dollar|yen)\b|\bfor pennies\b|数(?:円|セント|ドル|十円|百円)(?:程度|くらい|ぐらい|以下|未満|以内|まで)?(?:の|で)?/iu,
  new RegExp(
    String.raw`(?<![\w-])(?:(?:not|isn't) (?:too |very |that )?(?:expensive|pricey)|inexpensive|cheap(?:ish)?|affordabl[ey]|low[- ](?:cost|priced?)|reasonabl[ey](?:[- ]priced)?|budget[- ]friendly)(?! (?:\w+ )?(?:${things})\b)(?![\w-])`,
    'iu',
  ),
  new RegExp(
    `(?<!(?:ガス代|手数料|電気代|運賃|送料|家賃|航空券|ホテル|株)(?:が|の))(?:(?:料金|価格|値段)(?:が|の)?)?(?:安(?:い|くて|く(?=使|利用|済|翻|でき)|価(?:な|の|で)?)|格安(?:の|で|な)?|(?:お)?手(?:頃|ごろ)(?:な(?:価格|値段|料金)?(?:の|で)?)?|リーズナブル(?:な|に)?|低(?:価格|コスト)(?:の|で|な)?|高くない)(?![^をがに、。]{0,6}(?:${thingsJa}))`,
    'u',
  ),
  new RegExp(
    String.raw`\b(?:with )?(?:an? )?(?:latenc(?:y|ies)|response times?)(?: (?:of|is|in|under|below|within|less|than|at|most|up|to))* ${amount} ?(?:ms|milliseconds?|s|sec|seconds?)\b|\b(?:under|within|in|below|less than) ${amount} ?(?:ms|milliseconds?)\b(?: latency)?|\blow[- ]latency\b`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:with )?(?:at least |over |above |more than )?${amount} ?%(?: \w+)? (?:uptime|availability|sla)\b|\b(?:uptime|availability)(?: (?:of|is|over|above|at|least|more|than))* ${amount} ?%`,
    'iu',
  ),
  new RegExp(
    `${amount}(?:%|パーセント)(?:の)?稼働(?:率)?(?:の|で)?|(?:稼働率|可用性)(?:が|は|の)?${amount}(?:%|パーセント)(?:以上)?(?:の|で)?|(?:応答|レスポンス|レイテンシー?)(?:時間|速度)?(?:が|は|の)?${amount}(?:ms|ミリ秒|秒)(?:以内|以下|未満)?(?:の|で)?|${amount}(?:ms|ミリ秒)(?:以内|以下|未満)(?:の|で|に)?`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:with )?(?:an? )?trust(?:[- ]?scores?| rating)?(?: (?:of|is|over|above|at|least|more|than|higher))* ${amount}(?: or (?:more|higher|above|better))?|信頼(?:スコア|度)(?:が|は|の)?${amount}(?:点)?(?:以上|超)?(?:の|で)?`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:at least |up to |over |more than )?${amount}k? (?:requests|calls|queries) (?:per|a|each|\/) ?(?:second|minute|hour|day|month)\b|毎(?:秒|分|時|日)${amount}(?:回|リクエスト)(?:以上)?(?:の|で)?`,
    'iu',
  ),
  /\b(?:pay(?:able|ing)?|paid|settled?|settles)\s+(?:on|via|over)\s+(?:the\s+)?[A-Za-z][\w-]*\s*(?:chain|network|blockchain|mainnet|testnet)\b|\bon\s+the\s+[A-Z][\w-]*\s+(?:chain|blockchain|mainnet|testnet)\b/u,
  /[\p{Script=Katakana}ーA-Za-z]{2,16}(?<!ブロック|サプライ|バリュー|コールド|マルチ|クロス|オン|ブロック)チェーン(?:上)?(?:で(?:払|支払|決済|使)(?:える|いたい|い)?|対応の?|決済の?)|[A-Za-z][\w-]*chain(?:上)?で(?:払|支払|決済)(?:える|いたい|できる)/u,
  /\b(?:trusted|trustworthy|reliable|reputable|dependable)(?= (?:[\w-]+ ){0,3}?(?:apis?|services?|endpoints?|providers?|sources?)\b)|信頼(?:できる|のおける)(?=[^をがに、。]{0,16}(?:api|サービス|エンドポイント|提供))/iu,
];

/** Conditions that are not applied, as they are written. */
export function findUnclear(text: string): Stated<string> | undefined {
  for (const pattern of forms) {
    const match = pattern.exec(text);
    if (match) return { value: match[0].trim(), start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}
