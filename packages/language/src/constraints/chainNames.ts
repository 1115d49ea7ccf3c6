import { canonicalChain, findNetwork, networks } from '@shirube/contracts';

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
  セイ: 'sei',
  モナド: 'monad',
  ベラチェーン: 'berachain',
  リネア: 'linea',
  セポリア: 'sepolia',
  'bnb chain': 'bsc',
  'bnb smart chain': 'bsc',
  'binance smart chain': 'bsc',
  'arbitrum one': 'arbitrum',
  'op mainnet': 'optimism',
  'avalanche c-chain': 'avalanche',
  'world chain': 'worldchain',
  'zksync era': 'zksync',
  matic: 'polygon',
  'eth mainnet': 'ethereum',
};

/** Networks for trying things out. */
export const testNetworks: readonly string[] = networks
  .map(({ name }) => name)
  .filter((name) => /sepolia|testnet|devnet|fuji|amoy/.test(name));

/** The test network of a network, where it has one: Base: base-sepolia. */
function testNetworkOf(chain: string, called: string): string | undefined {
  return (
    testNetworks.find((name) => name === `${chain}-${called.trim().toLowerCase()}`) ??
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

const longestFirst = (names: string[]) =>
  names
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll('-', '[- ]?'))
    .join('|');
const all = [...networks.map(({ name }) => name), ...Object.keys(spoken)];
const testWord = `(?:[ ]|の)?(?:testnet|devnet|test network|テストネット|テストネットワーク|デブネット)`;
const caip2 = `[a-z0-9]{3,8}:[-_a-z0-9]{1,32}`;

/** One chain as a pattern without groups: a CAIP-2 id or a name, the latter with "testnet" behind it. */
export const anyName = `(?:${caip2}|(?:${longestFirst(all)})(?:${testWord})?)(?![a-z0-9])`;
/** The same without names that are ordinary words. */
export const plainName = `(?:${caip2}|(?:${longestFirst(all.filter((name) => !ordinary.has(name)))})(?:${testWord})?)(?![a-z0-9])`;
/** A test network by its own name (Base Sepolia) or by that of its chain (Solana testnet). */
export const plainTestName = `(?:(?:base|arbitrum|optimism)[- ]sepolia|polygon[- ]amoy|avalanche[- ]fuji|(?:${longestFirst(all.filter((name) => !ordinary.has(name)))})${testWord})(?![a-z0-9])`;
/** What parts chains that are named together. */
export const separator = String.raw`\s*(?:,\s*(?:and|or)\s|,|、|/|／|・|&|\bor\b|\band\b|\bnor\b|または|もしくは|あるいは|及び|および|ないし|それか|か|と|や)\s*`;

const named = new RegExp(anyName, 'iu');
/** Whether anything in a text may be the name of a chain. */
export const namesChain = (text: string): boolean => named.test(text);

const one = new RegExp(anyName, 'giu');
const isTest = new RegExp(`${testWord}$`, 'iu');

/** The canonical chains that a list names, each once. */
export function readChains(list: string): string[] {
  const found = new Set<string>();
  for (const [text] of list.matchAll(one)) {
    const forTests = isTest.exec(text)?.[0];
    const name = text.replace(isTest, '').toLowerCase().replace(/\s+/g, ' ');
    const chain =
      findNetwork(spoken[name] ?? name.replaceAll(' ', '-'))?.name ??
      (/^eip155:|^solana:/.test(name) ? canonicalChain(text) : undefined);
    if (chain !== undefined) found.add(forTests ? (testNetworkOf(chain, forTests) ?? chain) : chain);
  }
  return [...found];
}
