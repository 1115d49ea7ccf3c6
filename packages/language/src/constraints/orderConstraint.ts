import { firstStated, type Stated } from './stated.js';

/** In which order a query wants what it asks for. */
export type StatedOrder = 'price' | 'newest' | 'trust';

// What is cheap or new by itself: "the cheapest flights", "the newest tweets".
const things =
  'flights?|hotels?|rooms?|tickets?|times?|moments?|gas|fuel|petrol|routes?|fares?|products?|deals?|houses?|rents?|cars?|phones?|laptops?|stores?|shops?|restaurants?|shipping|rates?|tokens?|coins?|nfts?|stocks?|bridges?|swaps?|gpus?|electricity|insurance|groceries|parts?';
const pieces =
  'news|tweets?|posts?|papers?|articles?|tokens?|coins?|blocks?|movies?|films?|videos?|songs?|albums?|releases?|versions?|prices?|data|headlines|updates?|listings? on|pairs?|pools?|memes?|nfts?|games?|books?|studies|results?|scores?|rates?|commits?|jobs?|events?';
const head = '(?:apis?|services?|endpoints?|providers?|listings?|ones?|entries|additions|options?|offers?)';
const headJa = '(?:api|サービス|エンドポイント|もの|やつ|順)';
const adjective = String.raw`(?:\w+ )?`;

const forms: [RegExp, StatedOrder][] = [
  [
    /\b(?:(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?|list(?:ed)?) by (?:the )?(?:lowest )?(?:price|cost)\b|(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?|list(?:ed)?)(?= [^,.;]{1,40} by (?:price|cost)\b))(?:,? (?:lowest|cheapest|low to high|ascending)(?: first)?| first)?|\bby (?:price|cost),? (?:lowest|cheapest|low to high|ascending)(?: first)?|\b(?:lowest|low) (?:price|cost) first\b|\b(?:cheapest|lowest price|least expensive) first\b|\bfrom (?:the )?cheapest\b/iu,
    'price',
  ],
  [
    new RegExp(
      String.raw`\b(?:the\s+)?(?:(?:absolute(?:ly)?\s+)?cheapest|least expensive|lowest[- ](?:priced?|cost)|most (?:affordable|inexpensive)|best[- ]priced?)(?! ${adjective}(?:${things})\b)\b`,
      'iu',
    ),
    'price',
  ],
  [
    /(?:(?:料金|価格|値段)(?:が|の)?)?(?:(?:一番|いちばん|最も|もっとも)(?:安(?:い(?:順に?)?|く|価(?:な|の)?)|(?<=(?:料金|価格|値段|コスト|費用|単価)(?:が|の)(?:一番|いちばん|最も|もっとも))(?:低い|低く|かからない))(?:もの)?|安い順(?:に|で)?|低価格順(?:に|で)?|最安(?:値)?(?:の|で|な)?|(?:価格|料金)(?:の)?順(?:に|で)?)(?![^をがに、。]{0,6}(?:航空券|ホテル|宿|チケット|切符|商品|時間|ルート|店|ガソリン|便))/u,
    'price',
  ],
  [
    /\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?) by (?:the )?(?:newest|date|age|recency|creation date|most recent)\b|\b(?:newest|most recent|latest) first\b/iu,
    'newest',
  ],
  [
    new RegExp(
      String.raw`\b(?:the\s+)?(?:newest|(?:most )?recently (?:added|listed|registered|launched)|newly (?:added|listed|registered|launched))(?! ${adjective}(?:${pieces})\b)\b`,
      'iu',
    ),
    'newest',
  ],
  [
    new RegExp(
      String.raw`\b(?:the\s+)?(?:latest|most recent)(?= (?:[\w-]+ ){0,1}?${head}\b)(?! ${adjective}(?:${pieces})\b)`,
      'iu',
    ),
    'newest',
  ],
  [
    new RegExp(
      String.raw`新着(?:順)?(?:で|に|の)?(?=[^をがに、。]{0,16}${headJa}|\s*$)|新着(?:順(?:で|に|の)?|の)(?!(?:ニュース|記事|動画|論文|求人|物件|情報|メール|商品|投稿|ツイート|トークン|コイン|銘柄|作品|映画|曲|本))|(?:新しい|最新の?)順(?:に|で)?|(?:最近|新しく|新規に?)(?:追加|登録|公開|掲載)(?:された|した)(?=[^をがに、。]{0,16}${headJa}|\s*$)|(?:最近|新しく|新規に?)(?:登録|掲載)された(?!(?:商品|商標|論文|記事|ユーザー|会員|特許|企業|会社|法人|ドメイン))|(?:一番|いちばん|最も|もっとも)新しい(?=[^をがに、。]{0,16}${headJa})|(?:登録|追加)(?:日)?(?:が)?新しい(?:順に?|もの)?`,
      'iu',
    ),
    'newest',
  ],
  [
    /\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?) by (?:the )?(?:trust|trust ?score|reputation|reliability)\b|\b(?:most trusted|highest trust|best rated) first\b/iu,
    'trust',
  ],
  [
    /\b(?:the\s+)?(?:(?:the )?(?:most|best) (?:trusted|trustworthy|reliable|reputable|trustable)|(?:with )?(?:the )?(?:highest|best|top)[- ]trust(?:ed)?(?:[- ]?scores?| rating)?|(?:highest|best|top)[- ]rated)\b/iu,
    'trust',
  ],
  [
    /(?:(?:一番|いちばん|最も|もっとも)(?:信頼(?:できる|性の高い|性が高い|度の高い|度が高い|されて(?:い)?る|のおける|のある)|信用できる|評価の高い)|最高の信頼(?:度|性)?の?|(?:信頼(?:度|性|スコア)?|評価|評判)(?:の|が)(?:一番|最も|いちばん|もっとも)(?:高い|良い|いい|ある)|信頼(?:度|性|スコア)?(?:の|が)?高い順(?:に|で)?|信頼(?:度|スコア)(?:の|が)?(?:一番|最も|いちばん)?高い|信頼(?:度|できる)順(?:に|で)?|(?:信頼(?:性|度)|評価)(?:の|が)高い(?=[^をがに、。]{0,16}(?:api|API|サービス|エンドポイント|提供)))/u,
    'trust',
  ],
];

/** The order that the query asks for: "cheapest", 新着順, "most trusted"; the cheapest flights are a subject. */
export function findOrder(text: string): Stated<StatedOrder> | undefined {
  return firstStated(text, forms);
}
