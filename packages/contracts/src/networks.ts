export type AddressFamily = 'evm' | 'solana' | 'other';

export interface Network {
  name: string;
  caip2: string;
  family: AddressFamily;
}

const evm = (name: string, chainId: number): Network => ({ name, caip2: `eip155:${chainId}`, family: 'evm' });
const other = (name: string, caip2: string): Network => ({ name, caip2, family: 'other' });

/** Every network known by a short name. */
export const networks: readonly Network[] = [
  evm('base', 8453),
  evm('base-sepolia', 84532),
  evm('ethereum', 1),
  evm('sepolia', 11155111),
  evm('polygon', 137),
  evm('polygon-amoy', 80002),
  evm('arbitrum', 42161),
  evm('arbitrum-sepolia', 421614),
  evm('optimism', 10),
  evm('optimism-sepolia', 11155420),
  evm('avalanche', 43114),
  evm('avalanche-fuji', 43113),
  evm('bsc', 56),
  evm('bsc-testnet', 97),
  { name: 'solana', caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', family: 'solana' },
  { name: 'solana-devnet', caip2: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', family: 'solana' },
  { name: 'solana-testnet', caip2: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', family: 'solana' },
  evm('sei', 1329),
  evm('sei-testnet', 1328),
  evm('iotex', 4689),
  evm('peaq', 3338),
  evm('story', 1514),
  evm('educhain', 41923),
  evm('abstract', 2741),
  evm('abstract-testnet', 11124),
  evm('linea', 59144),
  evm('scroll', 534352),
  evm('zksync', 324),
  evm('gnosis', 100),
  evm('celo', 42220),
  evm('mantle', 5000),
  evm('unichain', 130),
  evm('worldchain', 480),
  evm('monad', 143),
  evm('sonic', 146),
  evm('berachain', 80094),
  evm('hyperevm', 999),
  evm('xlayer', 196),
  other('aptos', 'aptos:1'),
  other('sui', 'sui:mainnet'),
  other('near', 'near:mainnet'),
  other('stellar', 'stellar:pubnet'),
  other('algorand', 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k'),
  other('hedera', 'hedera:mainnet'),
  other('tron', 'tron:0x2b6653dc'),
  other('xrpl', 'xrpl:0'),
  other('bitcoin', 'bip122:000000000019d6689c085ae165831e93'),
];

const byKey = new Map<string, Network>();
for (const network of networks) {
  byKey.set(network.name, network);
  byKey.set(network.caip2.toLowerCase(), network);
}

export const caip2Pattern = '[-a-zA-Z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}';
const caip2 = new RegExp(`^${caip2Pattern}$`);

/** The known network of that short name or CAIP-2 id, in any case. */
export function findNetwork(nameOrId: string): Network | undefined {
  return byKey.get(nameOrId.toLowerCase());
}

/** Whether what is paid on a network is no real money. */
export const isTestNetwork = (nameOrId: string): boolean =>
  /-(sepolia|amoy|fuji|testnet|devnet)$|^sepolia$/.test(findNetwork(nameOrId)?.name ?? '');

/** The canonical chain of a network: its known short name, else a well-formed CAIP-2 id as it is, else undefined. */
export function canonicalChain(nameOrId: string): string | undefined {
  const known = findNetwork(nameOrId);
  if (known) return known.name;
  return caip2.test(nameOrId) ? nameOrId : undefined;
}

/** The chain that a service on that network counts to: the canonical one, or the network as it was written. */
export const chainOf = (network: string): string => canonicalChain(network) ?? network;

/** The family whose address form a network uses; `other` for one that is not known. */
export function addressFamily(nameOrId: string): AddressFamily {
  const known = findNetwork(nameOrId);
  if (known) return known.family;
  const namespace = nameOrId.split(':', 1)[0]?.toLowerCase();
  if (namespace === 'eip155') return 'evm';
  return namespace === 'solana' ? 'solana' : 'other';
}

/** What people call networks that have another name here, beside chain ids and `-mainnet`. */
const aliases = new Map(
  Object.entries({
    'base-testnet': 'base-sepolia',
    'base-goerli': 'base-sepolia',
    eth: 'ethereum',
    ether: 'ethereum',
    mainnet: 'ethereum',
    'eth-sepolia': 'sepolia',
    'ethereum-sepolia': 'sepolia',
    matic: 'polygon',
    'polygon-pos': 'polygon',
    amoy: 'polygon-amoy',
    'polygon-testnet': 'polygon-amoy',
    arb: 'arbitrum',
    arb1: 'arbitrum',
    'arbitrum-one': 'arbitrum',
    'arb-sepolia': 'arbitrum-sepolia',
    op: 'optimism',
    'op-sepolia': 'optimism-sepolia',
    avax: 'avalanche',
    'avalanche-c-chain': 'avalanche',
    fuji: 'avalanche-fuji',
    'avalanche-testnet': 'avalanche-fuji',
    bnb: 'bsc',
    binance: 'bsc',
    'bnb-chain': 'bsc',
    'bnb-smart-chain': 'bsc',
    'binance-smart-chain': 'bsc',
    'bnb-testnet': 'bsc-testnet',
    sol: 'solana',
    'solana-mainnet-beta': 'solana',
    'sol-devnet': 'solana-devnet',
    devnet: 'solana-devnet',
    xdai: 'gnosis',
    'zksync-era': 'zksync',
    'world-chain': 'worldchain',
    hyperliquid: 'hyperevm',
    apt: 'aptos',
    algo: 'algorand',
    hbar: 'hedera',
    trx: 'tron',
    xrp: 'xrpl',
    ripple: 'xrpl',
    btc: 'bitcoin',
  }),
);

/** The name of the network that people mean by that word, if it is certain. Names that are only spelt alike are not. */
export function meantNetwork(word: string): string | undefined {
  const name = word
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  const known = findNetwork(name) ?? findNetwork(name.replace(/-mainnet$/, '')) ?? findNetwork(`eip155:${name}`);
  return known?.name ?? aliases.get(name) ?? aliases.get(name.replace(/-mainnet$/, ''));
}

/** The same as a question at the end of a sentence, or nothing. */
export function meantNetworkHint(word: string): string {
  const name = meantNetwork(word);
  return name === undefined ? '' : `; did you mean "${name}"?`;
}
