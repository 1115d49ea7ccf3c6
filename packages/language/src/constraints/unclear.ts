import type { Stated } from './stated.js';

const things =
  'flights?|hotels?|rooms?|tickets?|products?|houses?|cars?|phones?|laptops?|gas|fuel|restaurants?|tokens?|coins?|stocks?|labou?r|rates?|deals?|thrills?';
const thingsJa =
  '航空券|ホテル|宿|チケット|商品|家電|物件|車|スマホ|店|レストラン|居酒屋|ガソリン|株|切符|ツアー';
// What is rated by itself: hotels of four stars.
const rated =
  'hotels?|hostels?|restaurants?|movies?|films?|books?|games?|products?|apps?|reviews?|repos?|repositor(?:y|ies)|github|stays?|energy';
const ratedJa = 'ホテル|宿|旅館|店|レストラン|映画|本|ゲーム|商品|アプリ|口コミ';
// Ways to pay, and chains, that x402 does not know.
const otherMoney =
  'paypal|credit cards?|debit cards?|cards?|visa|mastercard|apple pay|google pay|stripe|bank transfer|wire transfer|cash|invoice|lightning|alipay|wechat pay|rupees|won|yuan|francs|pounds';
const otherMoneyJa =
  'クレジットカード|クレカ|カード|銀行振込|振込|振り込み|現金|請求書|ペイパル|PayPal|PayPay|ペイペイ|Suica|コンビニ|ウォン|人民元|電子マネー';
const otherChains =
  'cardano|polkadot|cosmos|ripple|dogecoin|litecoin|tezos|filecoin|kadena|fantom|cronos|starknet|osmosis|ton|eos|flow|icp|kaspa';
const otherChainsJa =
  'カルダノ|ポルカドット|コスモス|リップル|ドージコイン|ライトコイン|テゾス|スタークネット|ファントム';
const amount = String.raw`(?:\d{1,6}(?:\.\d{1,4})?|half an?|an?|one|two|three|five|ten)`;
const amountJa = String.raw`(?:\d{1,6}(?:\.\d{1,4})?|[一二三四五六七八九十百千]{1,6})`;

/** What sounds like a condition on services and is none that can be applied. */
const forms: RegExp[] = [
  /\b(?:for )?(?:only )?(?:just )?(?:a )?(?:few|couple of|handful of|some) (?:cents|dollars|pennies|bucks|yen)\b(?: (?:per|a|an|each) \w+)?|\b(?:for )?(?:a |some )?(?:tiny |small )?fractions? of a (?:cent|penny|dollar|yen)\b|\bfor pennies\b|\b(?:that |which )?(?:costs?|costing|for) (?:next to|almost|close to|practically) nothing\b|数(?:円|セント|ドル|十円|百円)(?:程度|くらい|ぐらい|以下|未満|以内|まで)?(?:の|で)?/iu,
  new RegExp(
    String.raw`(?<![\w-])(?:(?:not|isn't) (?:too |very |that )?(?:expensive|pricey)|inexpensive|cheap(?:ish)?|affordabl[ey]|low[- ](?:cost|priced?)|reasonabl[ey](?:[- ]priced)?|budget[- ]friendly)(?! (?:\w+ )?(?:${things})\b)(?![\w-])`,
    'iu',
  ),
  new RegExp(
    `(?<!(?:ガス代|手数料|電気代|運賃|送料|家賃|航空券|ホテル|株)(?:が|の))(?:(?:料金|価格|値段)(?:が|の)?)?(?:安(?:い|め(?:の|で)|くて|く(?=使|利用|済|翻|でき)|価(?:な|の|で)?)|格安(?:の|で|な)?|(?:お)?手(?:頃|ごろ)(?:な(?:価格|値段|料金)?(?:の|で)?)?|リーズナブル(?:な|に)?|低(?:価格|コスト)(?:の|で|な)?|高くない)(?![^をがに、。]{0,6}(?:${thingsJa}))`,
    'u',
  ),
  new RegExp(
    String.raw`\b(?:with )?(?:an? )?(?:latenc(?:y|ies)|response times?)(?: (?:of|is|in|under|below|within|less|than|at|most|up|to))* ${amount} ?(?:ms|milliseconds?|s|sec|seconds?)\b|\b(?:(?:that |which )?(?:answer|respond|repl)(?:s|ing|ies|ying)? )?(?:in under|in less than|under|within|in|below|less than) ${amount} ?(?:ms|milliseconds?)\b(?: latency)?|\b(?:(?:that |which )?(?:answer|respond|repl)(?:s|ing|ies|ying)? (?:in )?(?:under|less than|within|in|below)|within|in (?:under|less than)) ${amount} ?(?:sec(?:ond)?s?|s)\b|\blow[- ]latency\b`,
    'iu',
  ),
  new RegExp(
    String.raw`\bwith (?:high|excellent|great) (?:uptime|availability)\b|\b(?:with )?(?:three|four|five|six|\d) nines(?: of)?(?: (?:uptime|availability|reliability))?\b|\b(?:with )?(?:at least |over |above |more than )?${amount} ?%(?: \w+)? (?:uptime|availability|sla)\b|\b(?:uptime|availability)(?: (?:of|is|over|above|at|least|more|than))* ${amount} ?%`,
    'iu',
  ),
  new RegExp(
    `(?:稼働率|可用性|安定性)(?:の|が)高い|${amountJa}(?:%|パーセント)(?:の)?稼働(?:率)?(?:の|で)?|(?:稼働率|可用性)(?:が|は|の)?${amountJa}(?:%|パーセント)(?:以上)?(?:の|で)?|(?:応答|返答|返事|レスポンス|レイテンシー?)(?:時間|速度)?(?:が|は|の)?${amountJa}(?:ms|ミリ秒|秒)(?:以内|以下|未満)?(?:の|で)?|${amountJa}(?:ms|ミリ秒|秒)(?:以内|以下|未満)(?:の|で|に)?(?:返る|返す|返してくれる|応答する|返ってくる)?`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:with )?(?:an? )?trust(?:[- ]?scores?| rating)?(?: (?:of|is|over|above|at|least|more|than|higher))* ${amount}(?: or (?:more|higher|above|better))?|信頼(?:スコア|度)(?:が|は|の)?${amount}(?:点)?(?:以上|超)?(?:の|で)?`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:(?:rated|rating of|ratings of|a rating of|with) )?(?:at least |over |above |more than |minimum )?(?:\d(?:\.\d)?|three|four|five)[ -]?(?:\+ ?)?stars?\b(?<!(?:${rated})[^,.;]{0,60})(?: (?:and|or) (?:more|higher|better|above|up))?(?! (?:\w+ ){0,2}(?:${rated}))`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:with )?(?:an? )?(?:average |user )?ratings? (?:(?:of|is|over|above|at|least|more|higher|than) )+\d(?:\.\d)?(?: (?:or|and) (?:higher|more|above|better|up))?\b(?<!(?:${rated})[^,.;]{0,60})`,
    'iu',
  ),
  new RegExp(
    `(?:(?:評価|レビュー|評点)(?:が|は|の)?${amountJa}(?:点|つ星)?|星(?:${amountJa}|[三四五])つ?)(?:以上|超)(?<!(?:${ratedJa})[^、。]{0,20})(?:の|で)?(?![^、。]{0,8}(?:${ratedJa}))`,
    'u',
  ),
  new RegExp(
    String.raw`\b(?:at least |up to |over |more than )?${amount}k? (?:requests|calls|queries) (?:per|a|each|\/) ?(?:second|minute|hour|day|month)\b|(?:毎|1)(?:秒|分|時|日)(?:間?に)?${amountJa}(?:回|リクエスト|件|クエリ|コール)(?:以上|まで)?(?:の|で|(?:を)?(?:さばける|処理できる|捌ける))?`,
    'iu',
  ),
  /\b(?:pay(?:able|ing)?|paid|settled?|settles)\s+(?:on|via|over)\s+(?:the\s+)?[A-Za-z][\w-]*\s*(?:chain|network|blockchain|mainnet|testnet)\b|\bon\s+the\s+[A-Z][\w-]*\s+(?:chain|blockchain|mainnet|testnet)\b/u,
  /[\p{Script=Katakana}ーA-Za-z]{2,16}(?<!ブロック|サプライ|バリュー|コールド|マルチ|クロス|オン|ブロック)チェーン(?:上)?(?:で(?:払|支払|決済|使)(?:える|いたい|い)?|対応の?|決済の?)|[A-Za-z][\w-]*chain(?:上)?で(?:払|支払|決済)(?:える|いたい|できる)/u,
  /\b(?:trusted|trustworthy|reliable|reputable|dependable)(?= (?:[\w-]+ ){0,3}?(?:apis?|services?|endpoints?|providers?|sources?)\b)|信頼(?:できる|のおける)(?=[^をがに、。]{0,16}(?:api|サービス|エンドポイント|提供))/iu,
  /\b(?:(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?) by popularity|(?:most )?(?:popular|widely used)(?= (?:[\w-]+ ){0,3}?(?:apis?|services?|endpoints?|providers?)\b)|fastest(?= (?:[\w-]+ ){0,3}?(?:apis?|services?|endpoints?|providers?)\b))|人気(?:の(?:ある|高い)?)?順(?:に|で)?|(?:(?:一番|最も)人気の(?:ある)?|人気の|最速の|(?:一番|最も)(?:速い|早い))(?=[^をがに、。]{0,10}(?:api|サービス|エンドポイント))/iu,
  /\b(?:added|listed|registered|launched) (?:this|last|in the (?:last|past)) (?:\w+ )?(?:days?|weeks?|months?|years?)\b|(?:今週|今月|先週|先月|昨日|今日|(?:この|ここ|過去)(?:\d+|[一二三]|数)(?:日|週間|ヶ月|か月)(?:間|以内)?)(?:に)?(?:追加|登録|掲載|公開)された/iu,
  // How fast is "fast"?
  /\b(?:that (?:is|are) )?(?:(?:very|really|super|blazing(?:ly)?|lightning)[- ])?(?:fast|quick|speedy|snappy|rapid|high-speed|low-latency)(?:[- ](?:responding|response))?(?! (?:food|fashion|fourier|track|charg\w+|lane|forward))(?= (?:[\w-]+ ){0,3}?(?:apis?|services?|endpoints?|providers?)\b)/iu,
  /\b(?:that |which )?(?:answer|respond|repl(?:y|ie))s? (?:very |really )?(?:fast|quickly|instantly|immediately|promptly)\b|\b(?:with )?(?:an? )?(?:fast|quick|short|low) (?:response|answer|reply|latency)(?: times?)?\b/iu,
  /(?:応答|返答|返事|レスポンス|反応|処理|動作|速度|スピード|レイテンシー?)(?:時間|速度|スピード)?(?:が|の|も)?(?:とても|非常に|一番|最も|なるべく)?(?:速(?:い|くて|め)|早(?:い|くて|め)|高速(?:な|の|で)|短(?:い|くて)|低い|良い|いい)|(?:遅延|待ち時間|ラグ)(?:が|の)(?:少ない|小さい|短い|ない)|低(?:遅延|レイテンシー?)(?:の|な|で)?|(?:爆速の?|高速(?:な|の|で)|(?:速|早)い)(?=[^をがに、。]{0,10}(?:api|サービス|エンドポイント))|(?:速|早)く(?:応答する|返る|返す|返ってくる|返してくれる)|すぐ(?:に)?(?:応答する|返る|返ってくる|返してくれる)/iu,
  /\bbest value(?: for (?:the )?money)?\b|\bgood value\b|コスパ(?:の|が)?(?:いい|良い|よい|最高の?|最強の?)/iu,
  /\bhosted in [A-Z][\w ]{1,16}?(?=\s*(?:$|[,.;:]))|\b(?:servers?|data ?cent(?:er|re)s?) in [A-Z]\w+|(?:日本|国内|海外|欧州|米国|東京)(?:で|に)(?:ホスト(?:された|されて(?:い)?る)|サーバーがある)(?:の)?/u,
  new RegExp(
    String.raw`\b(?:(?:that |which )?(?:i |we )?(?:can )?(?:be )?)?(?:pay(?:able|ing|ments?)?|paid|bill(?:ed)?|charge[ds]?|takes?|taking|accepts?|accepting|supports?)(?: (?:it|for it|for|me|to))?(?: (?:with|by|via|in|using|through|from)){0,2} (?:an? |my |our )?(?:${otherMoney})\b(?! (?:numbers?|statements?|images?|photos?|scans?|uploads?|data|files?))(?: payments?)?`,
    'iu',
  ),
  new RegExp(
    `(?:${otherMoneyJa})(?:で|に|が|での)?(?:お)?(?:支?払(?:える|いたい|う|い(?:できる|可能な|に?対応の?)?)|決済(?:できる|可能な|に?対応の?)?|使える)(?:の)?`,
    'iu',
  ),
  new RegExp(
    String.raw`\bpa(?:y|id|yable|ying|yments?) (?:for it )?(?:on|with|in|via|using|by|through) (?:the )?(?:${otherChains}|doge|shib|ltc|monero)\b(?: (?:chain|network|blockchain))?|\b(?:on|via) (?:the )?(?:${otherChains})(?: (?:chain|network|blockchain))?(?=\s*(?:$|[,.;:]))|(?:${otherChainsJa}|(?<![a-z])(?:${otherChains}))(?:チェーン)?(?:上)?(?:で(?:払|支払|決済|使)(?:える|いたい|い)?|対応の?)`,
    'iu',
  ),
];

/** Conditions that are not applied, as they are written. */
export function findUnclear(text: string): Stated<string> | undefined {
  for (const pattern of forms) {
    const match = pattern.exec(text);
    if (match) return { value: match[0].trim(), start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}
