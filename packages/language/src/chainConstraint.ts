import { findNetwork, networks } from '@shirube/contracts';
import type { Stated } from './constraints.js';

// How people call networks beside the names in the table of networks.
const spoken: Record<string, string> = {
  ベース: 'base',
  イーサリアム: 'ethereum',
  イーサ: 'ethereum',
  ソラナ: 'solana',
  ポリゴン: 'polygon',
  アービトラム: 'arbitrum',
  オプティミズム: 'optimism',
  アバランチ: 'avalanche',
  アバランチェ: 'avalanche',
  バイナンススマートチェーン: 'bsc',
  bnbチェーン: 'bsc',
  アプトス: 'aptos',
  スイ: 'sui',
  トロン: 'tron',
  ステラ: 'stellar',
  アルゴランド: 'algorand',
  ヘデラ: 'hedera',
  ビットコイン: 'bitcoin',
  'bnb chain': 'bsc',
  'binance smart chain': 'bsc',
  'base sepolia': 'base-sepolia',
  'solana devnet': 'solana-devnet',
  'arbitrum one': 'arbitrum',
  'op mainnet': 'optimism',
};
// Names that are ordinary words: "on near", "on story" say nothing unless a chain or network is named.
const ordinary = new Set([
  'near',
  'story',
  'abstract',
  'sonic',
  'scroll',
  'mantle',
  'optimism',
  'stellar',
  'celo',
  'sei',
]);

const longestFirst = (names: string[]) =>
  names
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll('-', '[- ]?'))
    .join('|');
const names = longestFirst([...networks.map(({ name }) => name), ...Object.keys(spoken)]);
const plainNames = longestFirst(
  [...networks.map(({ name }) => name), ...Object.keys(spoken)].filter((name) => !ordinary.has(name)),
);

const kind = '(?:chain|network|mainnet|blockchain|protocol)';
const kindJa = '(?:チェーン|ネットワーク|メインネット|ブロックチェーン)';
const pay = '(?:pay(?:able|ments?|ing)?|paid|settled?|settlement|x402)';
const use = '(?:使|払|支払|決済|動|利用|課金|対応)';
const after = String.raw`(?=\s*(?:$|[,.;:!?)、。]|(?:for|with|under|below|that|which|and|at|to|using|via|less|cheaper|only|please)\b|[^\x00-\x7f]))`;

/** Said of the service itself, even where the query speaks of tokens and wallets. */
const payment: RegExp[] = [
  new RegExp(
    String.raw`\b${pay}\s+(?:on|with|via|over|through|in)\s+(?:the\s+)?(?<name>${names})\b(?:\s+${kind}\b)?`,
    'iu',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?<name>${names})${kindJa}?(?:上)?(?:で|の|に)?(?:払|支払|決済|課金)(?:える|い|う|できる|可能な)?`,
    'iu',
  ),
];
/** Said of the service unless the query is about what happens on chains. */
const place: RegExp[] = [
  new RegExp(String.raw`\bon\s+(?:the\s+)?(?<name>${names})\s+${kind}\b`, 'iu'),
  new RegExp(
    String.raw`(?<!\b(?:data|information|info|news|facts|statistics|stats|articles|based|depends|focus)\s)\bon\s+(?<name>${plainNames})\b(?![-\d])${after}`,
    'iu',
  ),
  new RegExp(
    String.raw`(?:^|[\s、。はがをにでとの])(?<name>${names})\s*(?:${kindJa}\s*(?:上)?(?:に?対応|の|で|を)?|上(?:の|で)|に?対応(?:の|した|している)?|で(?=${use})(?:使える|動く|利用できる|動作する)?)`,
    'iu',
  ),
];
/** A loan word used as a suffix: GTK+ ベースの, テキストベースで. */
const suffix = /[\p{L}\p{N}+#)]\s*ベース(?:の|で)/u;
const onChainMatters =
  /\b(?:transactions?|tokens?|nfts?|contracts?|wallets?|balances?|blocks?|swaps?|gas|defi|mint(?:ing|s)?|stak(?:e|ing)|dex|address(?:es)?|bridg(?:e|ing)|liquidity|tvl|explorer|validators?|holders?|airdrops?)\b|トランザクション|取引|トークン|NFT|残高|ウォレット|コントラクト|ガス代|ブロック(?!チェーン)|スワップ|ステーキング|送金/iu;

/** The chain on which the query wants to pay: "on Base", ソラナ対応; transactions on Ethereum are a subject, not a wish. */
export function findChain(text: string): Stated<string> | undefined {
  const patterns = onChainMatters.test(text) ? payment : [...payment, ...place];
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (!match?.groups || isSuffix(text, match.index)) continue;
    const name = match.groups.name?.toLowerCase().replace(/\s+/g, ' ') ?? '';
    const network = findNetwork(spoken[name] ?? name.replaceAll(' ', '-'));
    if (!network) continue;
    // A Japanese pattern may start at the particle before the name, which belongs to what came before.
    const start = text.indexOf(match.groups.name ?? '', match.index);
    const lead = /^(?:on|pay|paid|settle|x402)/i.test(match[0]) ? match.index : start;
    return { value: network.name, start: lead, end: match.index + match[0].length };
  }
  return undefined;
}

function isSuffix(text: string, at: number): boolean {
  const match = suffix.exec(text.slice(Math.max(0, at - 2), at + 8));
  return match !== null && !/^[はがをにでとの、。\s]/u.test(match[0]);
}
