import { canonicalChain, findNetwork, networks } from '@shirube/contracts';
import { katakana } from './characters.js';

// A ticker is a coin unless it is said to be a network: "the SOL network", AVAXチェーン.
const tickers = {
  sol: 'solana',
  eth: 'ethereum',
  avax: 'avalanche',
  arb: 'arbitrum',
  bnb: 'bsc',
  pol: 'polygon',
};
const kinds = [' network', ' chain', ' mainnet', ' blockchain', 'チェーン', 'ネットワーク'];
const byTicker = Object.entries(tickers).flatMap(([ticker, chain]) =>
  kinds.map((kind) => [`${ticker}${kind}`, chain] as const),
);

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
  アプトス: 'aptos',
  スイ: 'sui',
  トロン: 'tron',
  ステラ: 'stellar',
  アルゴランド: 'algorand',
  ヘデラ: 'hedera',
  ビットコイン: 'bitcoin',
  セイ: 'sei',
  モナド: 'monad',
  ベラチェーン: 'berachain',
  リネア: 'linea',
  セポリア: 'sepolia',
  'bnb smart chain': 'bsc',
  'binance smart chain': 'bsc',
  'arbitrum one': 'arbitrum',
  'op mainnet': 'optimism',
  'avalanche c-chain': 'avalanche',
  'world chain': 'worldchain',
  'zksync era': 'zksync',
  matic: 'polygon',
  'ethereum sepolia': 'sepolia',
  'eth sepolia': 'sepolia',
  'op sepolia': 'optimism-sepolia',
  ...Object.fromEntries(byTicker),
};

/** Networks for trying things out. */
export const testNetworks: readonly string[] = networks
  .map(({ name }) => name)
  .filter((name) => /sepolia|testnet|devnet|fuji|amoy/.test(name));

/** The test network of a network, where it has one: Base: base-sepolia. */
function testNetworkOf(chain: string, called: string): string | undefined {
  return (
    testNetworks.find((name) => name === `${chain}-${/dev|デブ/i.test(called) ? 'devnet' : 'testnet'}`) ??
    testNetworks.find((name) => name.startsWith(`${chain}-`)) ??
    (chain === 'ethereum' ? 'sepolia' : undefined)
  );
}

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
  'スイ',
  'セイ',
  'ステラ',
]);

const everyday = new Set(['near', 'story', 'abstract', 'scroll']);

const longestFirst = (names: string[]) =>
  names
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll('-', '[- ]?'))
    .join('|');
const all = [...networks.map(({ name }) => name), ...Object.keys(spoken)];
const testWord = `(?:[ -]|の)?(?:testnet|devnet|test network|テストネット|テストネットワーク|デブネット)`;
const caip2 = '(?:eip155|solana|aptos|sui|near|stellar|algorand|hedera|tron|xrpl|bip122):[-_a-z0-9]{1,32}';

// A CAIP-2 id or a name, the latter with "testnet" behind it; no part of a longer word (database, データベース).
const name = new RegExp(
  `(?<![a-z0-9])(?:${caip2}|(?<![${katakana}](?=[${katakana}]))(?:${longestFirst(all)})(?:${testWord})?)(?![a-z0-9])`,
  'giu',
);
const isTest = new RegExp(`${testWord}$`, 'iu');

/** The canonical chains that a text names, each once. */
export function readChains(text: string): string[] {
  const chains = [...text.matchAll(name)].map(([called]) => chainOf(called));
  return [...new Set(chains.filter((chain) => chain !== undefined))];
}

function chainOf(called: string): string | undefined {
  const forTests = isTest.exec(called)?.[0];
  const name = called.replace(isTest, '').toLowerCase().replace(/\s+/g, ' ');
  const chain =
    findNetwork(spoken[name] ?? name.replaceAll(' ', '-'))?.name ??
    (/^eip155:|^solana:/.test(name) ? canonicalChain(called) : undefined);
  return chain !== undefined && forTests ? (testNetworkOf(chain, forTests) ?? chain) : chain;
}

// A name in a text is written as a line of its length, with a digit at its end if it is no plain one. So every pattern
// about chains holds a line instead of all names, and places in both texts are the same.
const ORDINARY = '9';
const TEST = '8';

// More than these no sentence names.
const MOST_NAMES = 12;

/** A chain in a text whose names are blanked. */
export const anyName = `(?<![a-z0-9_])_+[${ORDINARY}${TEST}]?`;
/** The same without names that are ordinary words. */
export const plainName = `(?<![a-z0-9_])_+${TEST}?(?![_${ORDINARY}])`;
/** A test network by its own name (Base Sepolia) or by that of its chain (Solana testnet). */
export const testName = `(?<![a-z0-9_])_+${TEST}`;

// "on Optimism": what is no word of every sentence is a name where it is written as one.
const isOrdinary = (called: string, at: number): boolean =>
  ordinary.has(called.toLowerCase()) &&
  !(at > 0 && /^[A-Z]/.test(called) && !everyday.has(called.toLowerCase()));

/** The text with a line for the name of each chain, of the same length; undefined where there is none. */
export function blankChains(text: string): string | undefined {
  let count = 0;
  const blanked = text.replaceAll('_', ' ').replace(name, (called, at: number) => {
    const chain = count === MOST_NAMES ? undefined : chainOf(text.slice(at, at + called.length));
    if (chain === undefined) return called;
    count += 1;
    const isForTests = testNetworks.includes(chain) && called.toLowerCase() !== chain;
    const kind = isOrdinary(called, at) ? ORDINARY : isForTests ? TEST : '_';
    return `${'_'.repeat(called.length - 1)}${kind}`;
  });
  return count > 0 ? blanked : undefined;
}

/** What parts chains that are named together. */
export const separator = String.raw`\s*(?:,\s*(?:and|or)\s|,|、|/|／|・|&|\bor\b|\band\b|\bnor\b|または|もしくは|あるいは|及び|および|ないし|それか|か|と|や|も)\s*`;
