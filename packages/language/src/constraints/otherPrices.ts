import { kanji } from './characters.js';

// What has a price of its own, of which the sentence may speak instead of the price of a request.
const things =
  'floors?|hotels?|hostels?|motels?|rooms?|houses?|homes?|apartments?|flats|condos?|rents?|rentals?|propert(?:y|ies)|flights?|airfares?|fares?|tickets?|stocks?|shares?|tokens?|coins?|altcoins?|memecoins?|bitcoins?|btc|ethereum|eth|ether|solana|sol|doge|dogecoin|nfts?|crypto|cryptocurrenc(?:y|ies)|market ?caps?|volumes?|liquidity|tvl|salar(?:y|ies)|wages?|incomes?|revenues?|cars?|laptops?|phones?|smartphones?|computers?|cameras?|products?|items?|gifts?|presents?|shoes|clothes|restaurants?|meals?|dinners?|lunch(?:es)?|loans?|mortgages?|jobs?|transactions?|transfers?|trades?|orders?|deals?|games?|books?|wines?|watches|insurance|subscriptions?|invoices?|bills?|purchases?|donations?|bount(?:y|ies)|prizes?|groceries|gas|petrol|fuel|gold|silver|oil|wallets?|whales?|positions?|bets?|stays?|trips?|holidays?';
const thingsJa =
  'ホテル|宿|旅館|民宿|部屋|物件|家賃|賃貸|マンション|アパート|住宅|一戸建て|土地|航空券|飛行機|フライト|チケット|新幹線|株|株価|銘柄|ビットコイン|イーサリアム|トークン|コイン|暗号資産|仮想通貨|時価総額|出来高|年収|月収|給料|給与|時給|求人|車|中古車|パソコン|ノートPC|スマホ|カメラ|商品|製品|品物|プレゼント|ギフト|服|靴|レストラン|居酒屋|ランチ|ディナー|飲み会|食事|ローン|取引|送金|注文|ゲーム|本|ワイン|時計|保険|請求書|ガソリン|金価格|ツアー|旅行';

// A kanji alone is a thing only where it is a word by itself: 本 is a book, 本格的 has none.
const wordsJa = thingsJa
  .split('|')
  .map((word) => (word.length === 1 ? `(?<![${kanji}])${word}(?![${kanji}])` : word))
  .join('|');

const thing = new RegExp(String.raw`(?:\b(?:${things})\b|${wordsJa})`, 'iu');
const thingBefore = new RegExp(
  String.raw`(?:\b(?:${things})\b(?: (?:that|which|worth|priced|costing|with|trading|selling|going|listed|are|is|cost|costs|price|prices|for|available))*|(?:${wordsJa})(?:の?(?:価格|値段|料金))?(?:が|は|を|で|、|の)?)\s*$`,
  'iu',
);
const thingBehindJa = new RegExp(
  String.raw`^(?:の|で買える|で泊まれる|で)?(?:[^\s、。のをがはに]{0,6}の?)?(?:${wordsJa})`,
  'u',
);
const thingBehind = new RegExp(String.raw`^\s*(?:${things})\b`, 'iu');
// What may cost less than ten cents besides a request.
const cheap =
  /\b(?:stocks?|shares?|tokens?|\w*coins?|btc|ethereum|eth|ether|solana|sol|doge|nfts?|crypto\w*|gas|electricity|power|volumes?|transactions?|transfers?|trades?|items?|floors?)\b|株|銘柄|ビットコイン|イーサリアム|トークン|コイン|暗号資産|仮想通貨|取引|送金|電気|商品/iu;
const directory =
  /\b(?:apis?|services?|endpoints?|providers?|calls?|requests?|quer(?:y|ies))\b|api|サービス|エンドポイント|リクエスト|呼び出し|コール/iu;
const event =
  /\b(?:when|whenever|if|once|until|alert|alerts|notify)\b[^.;]*$|\b(?:falls?|fell|drops?|dropped|rises?|rose|goes|dips?|crosses|breaks?|hits?|reaches|trades?|is|stays?|climbs?|close[sd]?|opens?|opened|trading|sold|sells?|worth)\s*$/iu;
// "the fee should stay under" is no event.
const ownFee =
  /\b(?:fees?|costs?|charges?|pricing|budget|(?:requests?|calls?)(?: prices?)?) (?:(?:should|must|has to|needs to|to|will|can|may) )*\w+\s*$/iu;
const eventBehindJa = /^[^、。]{0,6}(?:たら|れば|とき|時に|たあと|かどうか)/u;
const periodBefore = /\b(?:monthly|yearly|annual(?:ly)?|nightly|subscription)\b[^,.;]{0,12}$/iu;
const period =
  /^\s*(?:per|a|an|each|every|\/)\s*(?:night|day|week|month|year|hour|kilo|kg|person|head|gallon|lit(?:er|re)|square|ounce)\b|^\s*(?:monthly|yearly|annually)\b/iu;
const periodBeforeJa =
  /(?:[1一]泊|(?<!\d)月|月額|月々|年額|年間|毎月|時給|日給|[1一]人|[1一]ヶ?月)(?:あたり|につき|で)?\s*$/u;
// What no request costs unless it is said of requests; about five dollars.
const LARGE: Record<string, number> = { JPY: 500, KRW: 5_000, INR: 300, CNY: 30 };

export interface PriceContext {
  text: string;
  /** The text before and behind the amount with the words of its bound. */
  before: string;
  behind: string;
  amount: number;
  currency: string | undefined;
}

/** Whether an amount is paid by the month or the night, and not by the request. */
export function isByPeriod({ before, behind }: PriceContext): boolean {
  return period.test(behind) || periodBefore.test(before) || periodBeforeJa.test(before);
}

/**
 * Whether an amount is the price of something else than a request: "hotels under $100", "when bitcoin falls below
 * $50,000", 家賃10万円以下の物件. An amount that is said to be for a request does not come here.
 */
export function isOtherPrice(context: PriceContext): boolean {
  const { text, before, behind, amount, currency } = context;
  if ((event.test(before) && !ownFee.test(before)) || eventBehindJa.test(behind)) return true;
  const isSmall = amount < (LARGE[currency ?? ''] ?? 5) / 50;
  if (isSmall && (!cheap.test(text) || ofData(behind))) return false;
  if (thingBefore.test(before) || thingBehind.test(behind)) return !ofService(behind);
  if (thingBehindJa.test(behind)) return !ofService(behind);
  // Nobody pays twenty dollars for a request without a word of it.
  const isHuge = amount >= (currency === 'JPY' ? 2 : 4) * (LARGE[currency ?? ''] ?? 5);
  if (isHuge && !isByPeriod(context) && /\p{L}/u.test(before + behind) && !directory.test(text)) return true;
  const isLarge = amount >= (LARGE[currency ?? ''] ?? 5);
  return isLarge && thing.test(text) && !(amount < 20 && directory.test(text));
}

/** 未満の株価データ: what is known of the thing is asked for, not the thing. */
function ofData(behind: string): boolean {
  return /^(?:の)?[^\sをがはに、。]{1,12}(?:データ|情報|検索|取得|照会|配信|予測|分析|判定|チェック)|^\s*(?:[\w-]+ ){0,3}(?:data|quotes|lookups?|analysis|feeds?|analytics)\b/iu.test(
    behind,
  );
}

/** 以下のホテル検索API: what follows is the name of a service, no verb or object comes between. */
function ofService(behind: string): boolean {
  return /^(?:の)?[^\sをがはに、。]{1,16}(?:API|サービス|エンドポイント)/iu.test(behind);
}
