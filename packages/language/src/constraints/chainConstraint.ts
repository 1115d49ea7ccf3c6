import { blankChains, readChains, testNetworks } from './chainNames.js';
import { looseRefusals, refusals } from './refusedChains.js';
import type { Stated } from './stated.js';
import { items, payment, place } from './wantedChains.js';

/** Chains on which the query wants to pay, or will not. */
export interface StatedChains {
  chains: string[];
  isRefused: boolean;
}

const ids = /\b(?:eip155|solana):[-_a-z0-9]{1,32}\b/giu;
const tests: [RegExp, boolean][] = [
  [
    /\b(?:not|no|except|excluding|without|other than)\s+(?:on\s+)?(?:an?\s+|any\s+)?(?:test ?nets?|devnets?|test networks?)\b|(?:テストネット(?:ワーク)?|デブネット)(?:以外|(?:を|は)除[くいき]て?|ではな[いく]|じゃな[いく])(?:の|で)?|\bmainnet(?:s)?\s+only\b|\bonly\s+(?:on\s+)?mainnets?\b|(?:本番|メイン)(?:ネット(?:ワーク)?|環境)(?:のみ|だけ|限定)(?:の|で)?/iu,
    true,
  ],
  [
    /\b(?:on|using|for|via)\s+(?:an?\s+|any\s+|the\s+|some\s+)?(?:test ?nets?|devnets?|test (?:networks?|chains?|blockchains?))\b|\btest ?nets?\s+only\b|(?:^|[,(]\s*)(?:test ?nets?|test networks?)(?=\s*(?:$|[,)]))|\b(?:test ?net|test network) (?=(?:\w+ ){0,2}(?:apis?|services?|endpoints?)\b)|(?:テストネット(?:ワーク)?|テスト(?:用|環境)?の?(?:チェーン|ネット(?:ワーク)?|ブロックチェーン)|デブネット)(?:上|環境)?(?:で(?:使える|試せる|動く|利用できる)?|の|対応の?)/iu,
    false,
  ],
];
/** A loan word used as a suffix: GTK+ ベースの, テキストベースで. */
const suffix = /[\p{L}\p{N}+#)]\s*ベース(?:の|で)/u;
const onChainMatters =
  /\b(?:transactions?|tokens?|nfts?|contracts?|wallets?|balances?|blocks?|(?<!face )swaps?|gas|defi|mint(?:ing|s)?|stak(?:e|ing)|dex|address(?:es)?|bridg(?:e|ing)|liquidity|tvl|explorer|validators?|holders?|airdrops?|transfers?|whales?|deposits?|withdrawals?|on-?chain|cross-?chain|arbitrage|pairs|pools?|mempool|fees|tps)\b|トランザクション|取引|トークン|NFT|残高|ウォレット|コントラクト|ガス代|ブロック(?!チェーン)|スワップ|ステーキング|送金|ブリッジ|クジラ|手数料|オンチェーン|裁定/iu;
const coinMatters =
  /\b(?:coins?|crypto\w*|prices|price of|btc|eth|bitcoin)\b|暗号資産|仮想通貨|相場|の価格/iu;
/** "not crypto", 暗号資産以外: what is refused is not what the query is about. */
const refusedCoins =
  /\b(?:not|no|nothing|except(?: for)?|excluding|other than|without|apart from)\s+(?:about\s+|any\s+)?(?:coins?|crypto\w*)\b|(?:暗号資産|仮想通貨|暗号通貨)(?:関連|系)?(?:以外|抜き|(?:は|を)(?:除|不要|要らな|いらな|なし))/giu;
/** Where polygons are shapes, and avalanches come down. */
const otherMatters =
  /\b(?:geometr\w+|gis|geojson|shapes?|areas?|vertices|coordinates|snow|ski\w*|mountains?|sentiment|moods?)\b|図形|多角形|座標|雪/iu;

/** The chains that a query asks for or refuses: "on Base or Polygon", ソラナ以外; transactions on Ethereum are a subject. */
export function findChains(text: string): Stated<StatedChains> | undefined {
  const blanked = blankChains(text);
  // Most queries name none, and need not be compared with all the ways of saying what about it.
  if (blanked === undefined) return findTests(text);
  const isOnChain = onChainMatters.test(text);
  const isOfCoins = isOnChain || coinMatters.test(text.replace(refusedCoins, ''));
  const wanted = [
    ...payment,
    ...(isOnChain ? [] : place),
    ...(isOfCoins || otherMatters.test(text) ? [] : items),
  ];
  return (
    find(text, blanked, isOfCoins ? refusals : [...refusals, ...looseRefusals], true) ??
    find(text, blanked, wanted, false) ??
    findTests(text) ??
    findIds(text)
  );
}

function find(
  text: string,
  blanked: string,
  patterns: RegExp[],
  isRefused: boolean,
): Stated<StatedChains> | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(blanked);
    if (!match || isSuffix(text, match.index)) continue;
    const at = blanked.indexOf(match.groups?.list ?? match[0], match.index);
    const chains = readChains(text.slice(at, at + (match.groups?.list ?? match[0]).length));
    // Beside coins, bitcoin is one of them.
    const isCoin = chains.every((chain) => chain === 'bitcoin') && coinMatters.test(text);
    if (chains.length === 0 || isCoin) continue;
    // A Japanese pattern may start at the particle before the name, which belongs to what came before.
    const isLed = isRefused || !/^[\s、。,;(はがをにでとの]/u.test(match[0]);
    const start = isLed ? match.index : at;
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
