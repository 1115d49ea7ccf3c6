import { after, anyList, kind, kindJa, pay, plainList } from './chainLists.js';
import { anyName, plainName, testName } from './chainNames.js';
import { letters } from './characters.js';

const patterns = (...ways: string[]): RegExp[] => ways.map((way) => new RegExp(way, 'iu'));

const head = '(?:apis?|services?|endpoints?|providers?)';
const headJa = '(?:api|サービス|エンドポイント)';
const funds = '(?:wallets?|funds?|money|balance|stablecoins?|coins?|usdc|usdt|eurc|jpyc|agents?|account)';
const live = '(?:is|are|lives?|sits?|stays?|resides?|runs?|works?|holds?|only|all|currently|mostly)';
const fundsJa = '(?:ウォレット|財布|資金|手持ち(?:の(?:usdc|資金|お金))?|お金)';
const use = '(?:使|払|支払|決済|動|利用|課金|対応|提供|試)';
// A particle may stand before a name in Japanese, no other letter.
const notInWord = `(?<![${letters}](?<![はがをにでとのもへや]))`;
// What a service tells of a chain itself.
const dataJa =
  '[^、。]{0,12}(?:価格|相場|チャート|ニュース|情報|データ|統計|分析|監視|面積|座標|メッシュ|変換|ノード|rpc|アドレス|時価|レート|予測|開発|検索)';
const edgeJa = String.raw`(?:^|[\s、。])`;

/** Said of the service itself, even where the query speaks of tokens and wallets. */
export const payment: RegExp[] = patterns(
  String.raw`(?:(?<![?&])\b(?:on\s+)?(?:the\s+)?(?:chains?|networks?|blockchains?)\s*(?:[:=]|\bis\b|\bare\b|\bmust be\b|\bshould be\b)|${kindJa}(?:は|が|を|:|=))\s*${anyList}(?:で|に|を|の)?(?:指定|限定|お願い)?`,
  String.raw`\b${pay}\s+(?:for\s+)?(?:it\s+)?(?:on|with|via|over|through|in|using|by)\s+(?:the\s+)?${anyList}(?:\s+${kind}\b)?`,
  String.raw`(?<=\b${head}\s+)(?:(?:that|which)\s+)?(?:(?:are|is)\s+)?(?:(?:run(?:s|ning)?|deployed|available|work(?:s|ing)?|live)\s+)?on\s+(?:the\s+)?${anyList}(?:\s+${kind}\b)?`,
  String.raw`\b${pay}\s+${plainList}(?:\s+${kind}\b)?${after}`,
  // "our wallet lives on Arbitrum": there it can pay.
  String.raw`(?:\b(?:my|our|the\s+agent's)\s+(?:\w+\s+)?|[,;:(]\s*)${funds}\s+(?:${live}\s+)+on\s+(?:the\s+)?${anyList}(?:\s+${kind}\b)?`,
  `${fundsJa}(?:は|が)(?:全部|全て|すべて)?${anyList}${kindJa}?(?:上)?(?:に(?:あ(?:る|り|って)|入って|置いて|しかな)|のみ|だけ|しかな|なの|です)`,
  `(?:お?支払い?|決済|課金)(?:は|も)${anyList}${kindJa}?(?:で|のみ|だけ)?`,
  `${notInWord}${anyList}${kindJa}?(?:上|の(?:ウォレット|残高|資金|usdc))?(?:で|の|に|を)?(?:払|支払|決済|課金)(?:える|い|う|いたい|できる|可能な|したい)?`,
);

/** Said of the service unless the query is about what happens on chains. */
export const place: RegExp[] = patterns(
  String.raw`\b(?:on|for|via|over|through|using)\s+(?:the\s+)?${anyList}\s+${kind}\b`,
  String.raw`(?<!\b(?:data|information|info|news|facts|statistics|stats|articles|based|depends|focus|prices?|(?:price|value|worth) of \w+)\s)\bon\s+(?:the\s+)?${plainList}(?![-\d])${after}`,
  String.raw`\b(?:support(?:s|ing)|running on|deployed on|works? (?:on|with)|via|through|over|using|(?:i|we) (?:only |mostly )?(?:use|prefer)|(?:limit(?:ed)?|restrict(?:ed)?|stick)(?: it)? to|prefer(?:ably|red)?|ideally|strictly|exclusively|(?:must|should) be|(?:has|have|needs) to be)\s+(?:on\s+)?(?:the\s+)?${plainList}(?:\s+${kind})?${after}`,
  String.raw`(?:^|[,;:(]\s*|\s[-–—]\s+)${plainList}(?:\s+${kind})?\s+(?:only|preferred|required|please|(?:is|are|would be)\s+(?:fine|ok(?:ay)?|good|best|preferred|enough|required)|(?:works?|will do)(?=\s*(?:$|[,.;])))\b`,
  String.raw`\bonly\s+(?:on\s+)?${plainList}${after}`,
  String.raw`\b(?:accept(?:s|ing)?|with|support(?:s|ing)?)\s+${plainList}\s+(?:payments?|support|settlement)\b`,
  String.raw`\b(?:chain|network)\s+${plainList}(?=\s*(?:$|[,.;:]))`,
  String.raw`(?:^|[\s、。はがをにでとの])${anyList}\s*(?:${kindJa}\s*(?:上)?(?:に?対応(?:の|した|している)?|の|で|を)?|上(?:の|で)|に?対応(?:の|した|している)?|で(?=${use})(?:使える|動く|利用できる|動作する)?|でお願い|で頼|(?:のみ|だけ|限定|指定|希望|経由)(?:で|の)?)`,
  // Two chains or more, one of which will do: ベースかアービトラムの天気API, Baseかポリゴンで、….
  String.raw`${edgeJa}(?<list>${anyName}(?:(?:か|または|もしくは|あるいは|、|・)${anyName})+)(?:の(?=[^をが、。]{0,20}${headJa})|(?:で|上で|なら)?(?=\s*(?:$|[、。])))`,
  // ソラナで一番安い…: what follows is another condition, not what happens on the chain.
  String.raw`${edgeJa}${plainList}(?:で|上で|なら)(?=[、。]|\s*(?:$|[$¥\d]|一番|いちばん|最も|もっとも|最安|最新|安い|無料|検証済|未検証|認証済|審査済|信頼|新着|半(?:ドル|セント)))`,
  String.raw`(?<=を)${plainList}(?:上)?で(?=\s*(?:$|[、。]))`,
  String.raw`\b${plainList}(?=\s+${head}\b)`,
  String.raw`\b${plainList}[ -](?:based|only|native|compatible|enabled|settled)\b`,
  `${edgeJa}${plainList}(?:を(?:使う|使った|使って(?:い)?る|使いたい|利用する|利用した)|が(?:使える|利用できる|いい|良い|よい|希望|望ましい)|にある|に載って(?:い)?る|版の)`,
  String.raw`^\s*${plainList}(?=\s*:\s)`,
  String.raw`${edgeJa}(?<list>${anyName}(?:でも[、\s]*${anyName})+)でも(?:いい|良い|よい|可|OK)?`,
  // A test network is never what a query is about.
  String.raw`${notInWord}(?<list>${testName})(?:\s*(?:上)?(?:で|の))?`,
);

/** An item of a list of conditions, where the list is none of coins: "2 cents, Base, verified", "OCR, Solana network". */
export const items: RegExp[] = patterns(
  String.raw`(?:^|[,;(]\s*|\b(?:with|via|using)\s+)${plainList}\s+(?:payments?|settlement)(?=\s*(?:$|[,.;:)]))`,
  `^${plainList}で(?!${dataJa}|(?:開発|流行|人気|話題|起|作|買|売|稼|儲))(?=[^、。]{1,16}(?:したい|${headJa}))`,
  // ソラナの画像API, but not ソラナの価格API.
  `${edgeJa}${plainList}の(?!${dataJa})(?=[^をが、。の]{0,12}${headJa})`,
  String.raw`\b(?<list>${plainName}(?:\s+or\s+${plainName})+)(?=\s+(?!prices?\b)(?:[\w-]+\s+){0,3}?${head}\b)`,
  String.raw`(?:^\s*|(?<=[,、;・(]\s*|\s[-–—]\s+))${plainList}(?:\s+${kind}|\s*${kindJa})?(?=\s*(?:$|[,、:;.。!?)・]))(?!^\s*_+\d?\s*$)`,
);
