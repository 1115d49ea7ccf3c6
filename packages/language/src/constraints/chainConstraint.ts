import {
  anyName,
  namesChain,
  plainName,
  plainTestName,
  readChains,
  separator,
  testNetworks,
} from './chainNames.js';
import { letters } from './characters.js';
import type { Stated } from './stated.js';

/** Chains on which the query wants to pay, or will not. */
export interface StatedChains {
  chains: string[];
  isRefused: boolean;
}

const listOf = (name: string) =>
  String.raw`(?<list>(?:either\s+|both\s+)?${name}(?:${separator}(?:on\s+)?${anyName})*)(?:の(?:いずれか|どれか|どちらか|どちらも|両方))?`;
const anyList = listOf(anyName);
const plainList = listOf(plainName);
const kind = '(?:chains?|networks?|mainnets?|blockchains?|protocol|l2)';
const kindJa = '(?:チェーン|ネットワーク|メインネット|ブロックチェーン)';
const pay =
  '(?:pay(?:able|ments?|ing|s)?|paid|settled?|settles|settlement|x402|accept(?:s|ed|ing)?|charges?|billed)';
const use = '(?:使|払|支払|決済|動|利用|課金|対応|提供|試)';
const useJa =
  '(?:払える|払う|払いたい|払い|支払える|支払う|支払いたい|支払い|決済(?:できる|可能な|したい|の)?|課金(?:できる|される)?|使える|動く|利用できる|動作する|利用可能な)?';
const after = String.raw`(?=\s*(?:$|[,.;:!?)、。]|(?:for|with|under|below|that|which|and|but|at|to|using|via|less|cheaper|only|please|not|or|no|up|max|without|except|excluding|between|over|by|so|because|if|when|where|who|i|we|paid|pay|priced|costing|verified|unverified|cheapest|newest|free)\b|[^\x00-\x7f]))`;

const refusedEn = String.raw`(?:(?:any(?:thing| chain| network)?\s+)?(?:but\s+)?(?:not|never|nothing|none|n't|except(?:\s+for)?|excluding|exclude|other\s+than|avoid(?:ing)?|apart\s+from|besides|anything\s+but|no|without|skip|minus|refuse(?:\s+to)?|hate(?:\s+to)?|unwilling\s+to|(?:do\s+not|don't|won't|will\s+not|cannot|can't|not)\s+(?:want(?:\s+to)?|like(?:\s+to)?|use|using|need|accept)(?:\s+(?:be\s+on|use|touch))?))`;

/** Refused wherever it stands. */
const refusals: RegExp[] = [
  new RegExp(
    String.raw`\b(?:on\s+)?(?:any|every|all|whatever)\s+(?:other\s+)?${kind}\s+(?:except(?:\s+for)?|but(?:\s+not)?|other\s+than|apart\s+from|besides|excluding|save)\s+(?:on\s+)?(?:the\s+)?${anyList}`,
    'iu',
  ),
  new RegExp(
    String.raw`(?:\bbut\s+)?(?:\b|(?<=s))${refusedEn}\s+(?:(?:${pay}|run(?:s|ning)?|available|deployed|use|using|support(?:s|ing)?)\s+)?(?:on|via|over|through)\s+(?:the\s+)?${anyList}(?:\s+${kind})?`,
    'iu',
  ),
  new RegExp(String.raw`(?:\bbut\s+)?\b${refusedEn}\s+(?:the\s+)?${anyList}\s+(?:${kind}|payments?)`, 'iu'),
  new RegExp(
    String.raw`${anyList}\s*${kindJa}?(?:上)?(?:以外(?:の${kindJa})?|抜き|無し|なし|(?:を|は)除(?:く|いて|いた|き|外)(?:して|した)?|(?:を|は)(?:抜いた|抜いて|含まない|避けた)|(?:では|じゃ)な(?:い|く|くて)|で(?:は)?ないもの)(?:で|の|に|なら)?${useJa}`,
    'iu',
  ),
  new RegExp(
    String.raw`${anyList}\s*${kindJa}?(?:は|を|では?)(?:使わない|使いたくない|使用しない|避け(?:て|たい|る)|やめ(?:て|たい)|不可|NG|嫌|いや|ダメ|だめ|払いたくない|使えない|なし|無し|除外(?:して|で)?|対象外|パス|要らない|いらない|勘弁)(?:で)?`,
    'iu',
  ),
];
refusals.push(new RegExp(String.raw`\b${anyList}(?:\s+${kind})?\s+(?:excluded|not allowed)\b`, 'iu'));
/** Refused unless the query speaks of coins. */
const looseRefusals: RegExp[] = [
  new RegExp(
    String.raw`(?:\bbut\s+)?\b${refusedEn}\s+(?:with\s+|in\s+|using\s+)?(?:the\s+)?${plainList}${after}`,
    'iu',
  ),
];
/** Said of the service itself, even where the query speaks of tokens and wallets. */
const payment: RegExp[] = [
  new RegExp(
    String.raw`(?:(?<![?&])\b(?:on\s+)?(?:the\s+)?(?:chains?|networks?|blockchains?)\s*(?:[:=]|\bis\b|\bare\b|\bmust be\b|\bshould be\b)|${kindJa}(?:は|が|を|:|=))\s*${anyList}(?:で|に|を|の)?(?:指定|限定|お願い)?`,
    'iu',
  ),
  new RegExp(
    String.raw`\b${pay}\s+(?:for\s+)?(?:it\s+)?(?:on|with|via|over|through|in|using|by)\s+(?:the\s+)?${anyList}(?:\s+${kind}\b)?`,
    'iu',
  ),
  new RegExp(
    String.raw`(?<=\b(?:apis?|services?|endpoints?|providers?)\s+)(?:(?:that|which)\s+)?(?:(?:are|is)\s+)?(?:(?:run(?:s|ning)?|deployed|available|work(?:s|ing)?|live)\s+)?on\s+(?:the\s+)?${anyList}(?:\s+${kind}\b)?`,
    'iu',
  ),
  new RegExp(String.raw`\b(?:${pay})\s+${plainList}(?:\s+${kind}\b)?${after}`, 'iu'),
  new RegExp(
    `(?<![${letters}])${anyList}${kindJa}?(?:上)?(?:で|の|に|を)?(?:払|支払|決済|課金)(?:える|い|う|いたい|できる|可能な|したい)?`,
    'iu',
  ),
];
/** Said of the service unless the query is about what happens on chains. */
const place: RegExp[] = [
  new RegExp(String.raw`\b(?:on|for|via)\s+(?:the\s+)?${anyList}\s+${kind}\b`, 'iu'),
  new RegExp(
    String.raw`(?<!\b(?:data|information|info|news|facts|statistics|stats|articles|based|depends|focus)\s)\bon\s+(?:the\s+)?${plainList}(?![-\d])${after}`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:support(?:s|ing)|running on|deployed on|works? (?:on|with))\s+(?:the\s+)?${plainList}(?:\s+${kind})?${after}`,
    'iu',
  ),
  new RegExp(
    String.raw`(?:^|[,;(]\s*)${plainList}(?:\s+${kind})?\s+only\b|\bonly\s+(?:on\s+)?${plainList}${after}`.replace(
      '(?<list>',
      '(?:',
    ),
    'iu',
  ),
  new RegExp(
    String.raw`(?:^|[\s、。はがをにでとの])${anyList}\s*(?:${kindJa}\s*(?:上)?(?:に?対応(?:の|した|している)?|の|で|を)?|上(?:の|で)|に?対応(?:の|した|している)?|で(?=${use})(?:使える|動く|利用できる|動作する)?|(?:のみ|だけ|限定)(?:で|の)?)`,
    'iu',
  ),
];
/** Two chains or more, one of which will do: ベースかアービトラムの天気API, Baseかポリゴンで、…. */
const alternatives = String.raw`(?:^|[\s、。])(?<list>${anyName}(?:(?:か|または|もしくは|あるいは|、|・)${anyName})+)`;
place.push(
  new RegExp(
    String.raw`${alternatives}(?:の(?=[^をが、。]{0,20}(?:api|サービス|エンドポイント))|(?:で|上で|なら)?(?=\s*(?:$|[、。])))`,
    'iu',
  ),
  // ソラナで一番安い…: what follows is another condition, not what happens on the chain.
  new RegExp(
    String.raw`(?:^|[\s、。])${plainList}(?:で|上で|なら)(?=[、。]|\s*(?:[$¥\d]|一番|いちばん|最も|もっとも|最安|最新|安い|無料|検証済|未検証|認証済|審査済|信頼|新着|半(?:ドル|セント)))`,
    'iu',
  ),
  new RegExp(String.raw`\b${plainList}(?=\s+(?:apis?|services?|endpoints?|providers?)\b)`, 'iu'),
  new RegExp(String.raw`\b${plainList}[ -](?:based|only|native|compatible|enabled|settled)\b`, 'iu'),
  new RegExp(
    String.raw`(?:^|[\s、。])${plainList}(?:を(?:使う|使った|使って(?:い)?る|使いたい|利用する|利用した)|が(?:使える|利用できる)|にある|に載って(?:い)?る|版の)`,
    'iu',
  ),
  // As an item of a list of conditions: "Base or Polygon: speech to text", "2 cents, Base, verified".
  new RegExp(String.raw`^\s*${plainList}(?=\s*:\s)`, 'iu'),
  new RegExp(String.raw`(?<=[,、]\s*)${plainList}(?=\s*[,、:])`, 'iu'),
  new RegExp(
    String.raw`(?:^|[\s、。])(?<list>${anyName}(?:でも[、\s]*${anyName})+)でも(?:いい|良い|よい|可|OK)?`,
    'iu',
  ),
);
/** A test network is never what a query is about. */
place.push(new RegExp(String.raw`(?<![${letters}])(?<list>${plainTestName})(?:\s*(?:上)?(?:で|の))?`, 'iu'));
const ids = /\b(?:eip155|solana):[-_a-z0-9]{1,32}\b/giu;
const tests: [RegExp, boolean][] = [
  [
    /\b(?:not|no|except|excluding|without|other than)\s+(?:on\s+)?(?:an?\s+|any\s+)?(?:test ?nets?|devnets?|test networks?)\b|(?:テストネット(?:ワーク)?|デブネット)(?:以外|(?:を|は)除[くいき]て?|ではな[いく]|じゃな[いく])(?:の|で)?|\bmainnet(?:s)?\s+only\b|\bonly\s+(?:on\s+)?mainnets?\b|(?:本番|メイン)(?:ネット(?:ワーク)?|環境)(?:のみ|だけ|限定)(?:の|で)?/iu,
    true,
  ],
  [
    /\b(?:on|using|for|via)\s+(?:an?\s+|any\s+|the\s+|some\s+)?(?:test ?nets?|devnets?|test (?:networks?|chains?|blockchains?))\b|\btest ?nets?\s+only\b|(?:テストネット(?:ワーク)?|テスト(?:用|環境)?の?(?:チェーン|ネット(?:ワーク)?|ブロックチェーン)|デブネット)(?:上|環境)?(?:で(?:使える|試せる|動く|利用できる)?|の|対応の?)/iu,
    false,
  ],
];
/** A loan word used as a suffix: GTK+ ベースの, テキストベースで. */
const suffix = /[\p{L}\p{N}+#)]\s*ベース(?:の|で)/u;
const onChainMatters =
  /\b(?:transactions?|tokens?|nfts?|contracts?|wallets?|balances?|blocks?|(?<!face )swaps?|gas|defi|mint(?:ing|s)?|stak(?:e|ing)|dex|address(?:es)?|bridg(?:e|ing)|liquidity|tvl|explorer|validators?|holders?|airdrops?|transfers?|whales?|deposits?|withdrawals?|on-?chain|mempool|fees|tps)\b|トランザクション|取引|トークン|NFT|残高|ウォレット|コントラクト|ガス代|ブロック(?!チェーン)|スワップ|ステーキング|送金|ブリッジ|クジラ|手数料|オンチェーン/iu;
const coinMatters =
  /\b(?:coins?|crypto\w*|prices|price of|btc|eth|bitcoin)\b|暗号資産|仮想通貨|相場|の価格/iu;

/** The chains that a query asks for or refuses: "on Base or Polygon", ソラナ以外; transactions on Ethereum are a subject. */
export function findChains(text: string): Stated<StatedChains> | undefined {
  // Most queries name none, and need not be compared with all the ways of saying what about it.
  if (!namesChain(text)) return findTests(text);
  const isOnChain = onChainMatters.test(text);
  const refused = isOnChain || coinMatters.test(text) ? refusals : [...refusals, ...looseRefusals];
  return (
    find(text, refused, true) ??
    find(text, isOnChain ? payment : [...payment, ...place], false) ??
    findTests(text) ??
    findIds(text)
  );
}

function find(text: string, patterns: RegExp[], isRefused: boolean): Stated<StatedChains> | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (!match || isSuffix(text, match.index)) continue;
    const list = match.groups?.list ?? match[0];
    const chains = readChains(list);
    // Beside coins, bitcoin is one of them.
    const isCoin = chains.every((chain) => chain === 'bitcoin') && coinMatters.test(text);
    if (chains.length === 0 || isCoin) continue;
    // A Japanese pattern may start at the particle before the name, which belongs to what came before.
    const isLed =
      isRefused ||
      /^(?:on|the|chain|network|blockchain|チェーン|ネットワーク|ブロックチェーン|メインネット|only|that|which|pay|paid|settle|x402|accept|charge|bill|support|run|deployed|available|live|work|for|via)/i.test(
        match[0],
      );
    const start = isLed ? match.index : text.indexOf(list, match.index);
    return { value: { chains, isRefused }, start, end: match.index + match[0].length };
  }
  return undefined;
}

/** A CAIP-2 id is never a word of the subject. */
function findIds(text: string): Stated<StatedChains> | undefined {
  const [first] = text.matchAll(ids);
  const chains = readChains(first?.[0] ?? '');
  if (!first || chains.length === 0) return undefined;
  return { value: { chains, isRefused: false }, start: first.index, end: first.index + first[0].length };
}

/** "on a testnet" without a name stands for all of them. */
function findTests(text: string): Stated<StatedChains> | undefined {
  for (const [pattern, isRefused] of tests) {
    const match = pattern.exec(text);
    if (match)
      return {
        value: { chains: [...testNetworks], isRefused },
        start: match.index,
        end: match.index + match[0].length,
      };
  }
  return undefined;
}

function isSuffix(text: string, at: number): boolean {
  const match = suffix.exec(text.slice(Math.max(0, at - 2), at + 8));
  return match !== null && !/^[はがをにでとのかやも、。\s]/u.test(match[0]);
}
