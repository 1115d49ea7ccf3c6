import { nearestNames } from './editDistance.js';
import table from './networks.json' with { type: 'json' };

export type AddressFamily = 'evm' | 'solana' | 'other';

export interface Network {
  name: string;
  caip2: string;
  family: AddressFamily;
  /** Whether payments on it are not real money. */
  isTest: boolean;
}

/** Returns the address family of a CAIP-2 id. */
function familyOf(caip2: string): AddressFamily {
  const namespace = caip2.split(':', 1)[0]?.toLowerCase();
  if (namespace === 'eip155') return 'evm';
  return namespace === 'solana' ? 'solana' : 'other';
}

/** Every network that has a short name. */
export const networks: readonly Network[] = [table.networks, table.testnets].flatMap((group) =>
  Object.entries(group).map(([name, caip2]) => ({
    name,
    caip2,
    family: familyOf(caip2),
    isTest: group === table.testnets,
  })),
);

const byKey = new Map<string, Network>();
for (const network of networks) {
  byKey.set(network.name, network);
  byKey.set(network.caip2.toLowerCase(), network);
}

export const caip2Pattern = '[-a-zA-Z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}';
const caip2 = new RegExp(`^${caip2Pattern}$`);

/** Finds a known network by its short name or CAIP-2 id, ignoring case. */
export function findNetwork(nameOrId: string): Network | undefined {
  return byKey.get(nameOrId.toLowerCase());
}

/** Whether a network is a testnet, where payments are not real money. */
export const isTestNetwork = (nameOrId: string): boolean => findNetwork(nameOrId)?.isTest ?? false;

/**
 * Returns the canonical chain of a network: its short name if known, or a well-formed CAIP-2 id unchanged. Returns
 * undefined otherwise.
 */
export function canonicalChain(nameOrId: string): string | undefined {
  const known = findNetwork(nameOrId);
  if (known) return known.name;
  return caip2.test(nameOrId) ? nameOrId : undefined;
}

/** Returns the chain that a service on a network belongs to: the canonical one, or else the network as registered. */
export const chainOf = (network: string): string => canonicalChain(network) ?? network;

/** Returns the name of a network for people, with its CAIP-2 id: `Base (eip155:8453)`. Unknown ones stay as they are. */
export function networkLabel(nameOrId: string): string {
  const known = findNetwork(nameOrId);
  if (!known) return nameOrId;
  const titles: Record<string, string> = table.titles;
  const title =
    titles[known.name] ??
    known.name.replace(/(^|-)(.)/g, (_, dash, letter) => (dash ? ' ' : '') + letter.toUpperCase());
  return `${title} (${known.caip2})`;
}

/** Returns the family whose address format a network uses, `other` if unknown. */
export const addressFamily = (nameOrId: string): AddressFamily => findNetwork(nameOrId)?.family ?? familyOf(nameOrId);

/** Common names of networks that have a different name here, apart from chain ids and the suffix `-mainnet`. */
const aliases = new Map(Object.entries(table.aliases));

/** Returns the name of the network that a word refers to, if that is certain. Similar spelling is not enough. */
export function resolveNetwork(word: string): string | undefined {
  const name = word
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  const known = findNetwork(name) ?? findNetwork(name.replace(/-mainnet$/, '')) ?? findNetwork(`eip155:${name}`);
  return known?.name ?? aliases.get(name) ?? aliases.get(name.replace(/-mainnet$/, ''));
}

/** Returns that name, or else the nearest known one, as a "did you mean" suffix for a message, or an empty string. */
export function networkHint(word: string): string {
  const [nearest] = nearestNames(word.toLowerCase(), [...networks.map(({ name }) => name), ...aliases.keys()]);
  const name = resolveNetwork(word) ?? (nearest && resolveNetwork(nearest));
  return name === undefined ? '' : `; did you mean "${name}"?`;
}
