import { firstStated, type Stated } from './stated.js';

/** In which order a query wants what it asks for. */
export type StatedOrder = 'price' | 'newest' | 'trust';

// What is cheap or new by itself: "the cheapest flights", "the newest tweets".
const things =
  'flights?|hotels?|rooms?|tickets?|times?|moments?|gas|fuel|petrol|routes?|fares?|products?|deals?|houses?|rents?|cars?|phones?|laptops?|stores?|shops?|restaurants?|shipping|rates?|tokens?|coins?|nfts?|stocks?|bridges?|swaps?|gpus?|electricity|insurance|groceries|parts?|days?|dates?|months?|places?|cit(?:y|ies)|countr(?:y|ies)|airlines?|seats?|plans?';
const pieces =
  'news|tweets?|posts?|papers?|articles?|tokens?|coins?|blocks?|movies?|films?|videos?|songs?|albums?|releases?|versions?|prices?|data|headlines|updates?|listings? on|pairs?|pools?|memes?|nfts?|games?|books?|studies|results?|scores?|rates?|commits?|jobs?|events?';
const head = '(?:apis?|services?|endpoints?|providers?|listings?|ones?|entries|additions|options?|offers?)';
const headJa = '(?:api|サービス|エンドポイント|もの|やつ|順)';
const piecesJa =
  'ニュース|記事|動画|論文|求人|物件|情報|メール|商品|投稿|ツイート|トークン|コイン|銘柄|作品|映画|曲|本|商標|ユーザー|会員|特許|企業|会社|法人|ドメイン|機能|バージョン|モデル|機種|ゲーム|データ|ブロック|レビュー|口コミ|アプリ|店|法律|法令|統計|研究';
// 最近追加された動画, but 最近追加された動画生成.
const notOfJa = String.raw`(?!(?:[^をがはにで、。]{1,8}の)?(?:${piecesJa})+(?:[をがはにでのとへや、。]|\s|$))`;
// "the cheapest flights", but "the cheapest flights API".
const notOf = (nouns: string) => String.raw`(?! (?:\w+ )?(?:${nouns})\b(?! (?:\w+ )?${head}\b))`;

const forms: [RegExp, StatedOrder][] = [
  [
    /\b(?:(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?|list(?:ed)?) by (?:the )?(?:lowest )?(?:price|cost)\b|(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?|list(?:ed)?)(?= [^,.;]{1,40} by (?:price|cost)\b))(?:,? (?:lowest|cheapest|low to high|ascending)(?: first)?| first)?|\bby (?:price|cost),? (?:lowest|cheapest|low to high|ascending)(?: first)?|\b(?:lowest|low) (?:price|cost) first\b|\b(?:cheapest|lowest price|least expensive) first\b|\bfrom (?:the )?cheapest\b|\b(?:in )?(?:price order|order of (?:price|cost))\b|\b(?:sort|order)\s*[:=]\s*(?:by )?(?:price|cost|cheapest)\b|\b(?:price|cost)[, ]*(?:ascending|low to high|lowest first)\b|\bas (?:cheap|cheaply|inexpensive) as possible\b|\b(?:at|for) the (?:lowest|best) (?:possible )?(?:price|cost)\b|\bthe cheaper(?:,)? the better\b|\b(?:that |which )?costs? (?:me |us )?the least\b|\bfor the least money\b/iu,
    'price',
  ],
  [
    new RegExp(
      String.raw`\b(?:the\s+)?(?:(?:absolute(?:ly)?\s+)?cheapest|least expensive|lowest[- ](?:priced?|cost)|most (?:affordable|inexpensive|economical)|best[- ]priced?)${notOf(things)}\b`,
      'iu',
    ),
    'price',
  ],
  [
    /(?:(?:料金|価格|値段)(?:が|の)?)?(?:(?:一番|いちばん|最も|もっとも|なるべく|できるだけ|できる限り|可能な限り|少しでも|とにかく)(?:安(?:い(?:順に?)?|く|価(?:な|の|で)?)|お得な|リーズナブルな|低(?:コスト|価格)(?:の|な)|(?<=(?:料金|価格|値段|コスト|費用|単価)(?:が|の)(?:一番|いちばん|最も|もっとも))(?:低い|低く|かからない))(?:もの)?|安い(?:もの|方|ほう)?(?:の)?(?:順(?:に|で)?|から(?:順に)?)|低価格順(?:に|で)?|(?:安さ|低価格|コスト|価格)(?:を)?(?:重視|優先)(?:の|で|して)?|最安(?:値)?(?:の|で|な)?|最(?:低価格|廉価)(?:の|で)?|(?:コスト|費用|単価)(?:の|が)?(?:低い|安い)順(?:に|で)?|(?:価格|料金|値段|単価)(?:の)?(?:低い)?順(?:に|で)?)(?![^をがに、。]{0,6}(?:航空券|ホテル|宿|チケット|切符|商品|時間|ルート|店|ガソリン|便))/u,
    'price',
  ],
  [
    /\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?) by (?:the )?(?:newest|date|age|recency|creation date|most recent)\b|\b(?:newest|most recent|latest|new ones) first\b|\b(?:latest|most recent|newest|new|recent) (?:additions|arrivals)\b|\b(?:sort|order)\s*[:=]\s*(?:by )?(?:newest|date|latest)\b|\bby (?:the )?(?:date added|date of registration|newest|recency)\b|\b(?:that |which )?(?:was|were|got|has been|have been) (?:added|listed|registered) (?:recently|lately|last|most recently)\b/iu,
    'newest',
  ],
  [
    new RegExp(
      String.raw`\b(?:the\s+)?(?:newest|(?:most )?recently (?:added|listed|registered|launched|published)|(?:just|freshly) (?:added|listed|launched|registered|released)|newly (?:added|listed|registered|launched))${notOf(pieces)}\b`,
      'iu',
    ),
    'newest',
  ],
  [
    new RegExp(
      String.raw`\b(?:the\s+)?(?:latest|most recent)(?= (?:[\w-]+ ){0,1}?${head}\b)${notOf(pieces)}`,
      'iu',
    ),
    'newest',
  ],
  [
    new RegExp(
      String.raw`新着(?:順)?(?:で|に|の)?(?=[^をがに、。]{0,16}${headJa}|\s*$)|新着(?:順(?:で|に|の)?|の)(?!${piecesJa})|(?:新しい(?:もの)?(?:の)?|最新の?)順(?:に|で)?|新しいものから(?:順に)?|(?:最近|新しく)?(?:でき|出|(?:登録|追加|公開|掲載|リリース)され)た順(?:に|で)?|(?:最近|新しく|新規に?)(?:追加|登録|公開|掲載)(?:された|した)(?=[^をがに、。]{0,16}${headJa}|\s*$)|(?:一番|いちばん|最も|もっとも|ごく)(?:最近)(?:追加|登録|公開|掲載|リリース)された|(?:最近|新しく|新規に?)(?:登録|掲載|追加)された${notOfJa}|(?:(?:登録|掲載|公開|追加|リリース)(?:され|し)|出|でき)たばかりの|(?:最近|新しく)(?:出た|できた|登場した)(?=[^をがに、。]{0,16}${headJa})|最新(?:登録|追加|掲載|公開)の|新規(?:登録|追加|掲載|公開)?順(?:に|で)?|新(?:規登録|規掲載|登場)の|最新の(?=[^をがに、。の]{0,10}(?:api|サービス|エンドポイント)(?:$|[^の]))|(?:一番|いちばん|最も|もっとも)新しい${notOfJa}|(?:登録|追加|掲載)(?:日)?(?:の|が)?新しい(?:順に?|もの)?`,
      'iu',
    ),
    'newest',
  ],
  [
    /\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?) by (?:the )?(?:trust|trust ?scores?|reputation|reliability|trustworthiness|ratings?)\b|\b(?:sort|order)\s*[:=]\s*(?:by )?trust\b|\b(?:in )?(?:trust order|order of trust)\b|\b(?:in )?order of (?:reputation|reliability)\b|\b(?:highest|best|top) (?:trust|reputation|trust score) first\b|\b(?:most trusted|highest trust|best rated) first\b|\bby (?:the )?(?:trust|trust scores?|reputation)(?=\s*(?:$|[,.;:]))|\btrust[, ]*(?:descending|high to low|highest first)\b/iu,
    'trust',
  ],
  [
    /\b(?:the\s+)?(?:(?:the )?(?:most|best) (?:trusted|trustworthy|reliable|reputable|trustable|dependable|credible)|(?:with )?(?:the )?(?:highest|best|top)[- ]trust(?:ed)?(?:[- ]?scores?| rating)?|(?:with )?(?:the )?(?:highest|best) reputation|(?:highest|best|top)[- ]rated)\b(?! (?:\w+ )?(?:news|media|brands?|politicians?|banks?|exchanges|countries|people|newspapers?|doctors?|compan(?:y|ies)|websites?|hotels?|restaurants?|movies?|films?|books?|games?|products?|apps)\b(?! (?:\w+ )?(?:apis?|services?|endpoints?|providers?)))/iu,
    'trust',
  ],
  [
    /(?:(?:一番|いちばん|最も|もっとも)(?:信頼(?:できる|性の高い|性が高い|度の高い|度が高い|されて(?:い)?る|のおける|のある)|信用(?:できる|のある|度の高い)|安心(?:できる|な)|(?:評価|評判)(?:の|が)(?:高い|良い|いい|よい))|最高の信頼(?:度|性)?の?|(?:信頼(?:度|性|スコア)?|評価|評判)(?:の|が)(?:一番|最も|いちばん|もっとも)(?:高い|良い|いい|ある)|(?:信頼(?:度|性|スコア)?|信用(?:度)?|評価|評判)(?:の|が)?(?:高い|良い|いい|よい|ある)(?:(?:もの|方|ほう)?(?:の)?順(?:に|で)?|(?:もの|方|ほう)から(?:順に)?)|(?:評価|評判)順(?:に|で)?|信頼(?:度|性)?(?:を)?(?:重視|優先)(?:の|で|して)?|信頼(?:度|スコア)(?:の|が)?(?:一番|最も|いちばん)?高い|(?:信頼(?:度|性|スコア|できる)?|信用(?:度|できる)?)の?順(?:に|で)?|(?:信頼(?:性|度)|評価)(?:の|が)高い(?=[^をがに、。]{0,16}(?:api|API|サービス|エンドポイント|提供)))/u,
    'trust',
  ],
];

/** The order that the query asks for: "cheapest", 新着順, "most trusted"; the cheapest flights are a subject. */
export function findOrder(text: string): Stated<StatedOrder> | undefined {
  return firstStated(text, forms);
}
