import { chainOf, findNetwork } from './networks.js';

/** A coin on a network, as x402 names it. */
export interface Asset {
  /** The address of its contract or mint. */
  address: string;
  currency: string;
  /** The number of decimals of its smallest unit. */
  decimals: number;
  /** The EIP-712 domain that payment signatures are bound to, if known. */
  domain?: { name: string; version: string };
}

const coin = (currency: string, address: string, decimals = 6): Asset => ({ currency, address, decimals });
const signed = (asset: Asset, name: string, version = '2'): Asset => ({
  ...asset,
  domain: { name, version },
});
const usdc = (address: string, name = 'USDC'): Asset => signed(coin('USDC', address), name);
const eurc = (address: string): Asset => signed(coin('EURC', address), 'EURC');
const jpyc = signed(coin('JPYC', '0xE7C3D8C9a439feDe00D2600032D5dB0Be71C3c29', 18), 'JPY Coin', '1');

/**
 * The known coins of each network, by name. Documents store whether a service can be expressed with these coins,
 * so every change here must raise the document version (packages/search, toDocument.ts).
 */
const assets: Readonly<Record<string, readonly Asset[]>> = {
  base: [
    usdc('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USD Coin'),
    eurc('0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42'),
  ],
  'base-sepolia': [usdc('0x036CbD53842c5426634e7929541eC2318f3dCF7e')],
  ethereum: [
    usdc('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USD Coin'),
    eurc('0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c'),
    jpyc,
  ],
  sepolia: [usdc('0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238')],
  polygon: [usdc('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 'USD Coin'), jpyc],
  'polygon-amoy': [usdc('0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582')],
  arbitrum: [usdc('0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'USD Coin')],
  'arbitrum-sepolia': [usdc('0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d', 'USD Coin')],
  optimism: [usdc('0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 'USD Coin')],
  'optimism-sepolia': [usdc('0x5fd84259d66Cd46123540766Be93DFE6D43130D7')],
  avalanche: [
    usdc('0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 'USD Coin'),
    eurc('0xC891EB4cbdEFf6e073e859e987815Ed1505c2ACD'),
    jpyc,
  ],
  'avalanche-fuji': [usdc('0x5425890298aed601595a70AB815c96711a31Bc65', 'USD Coin')],
  sei: [usdc('0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392')],
  'sei-testnet': [usdc('0x4fCF1784B31630811181f670Aea7A7bEF803eaED')],
  iotex: [usdc('0xcdf79194c6c285077a58da47641d4dbe51f63542', 'Bridged USDC')],
  peaq: [usdc('0xbbA60da06c2c5424f03f7434542280FCAd453d10')],
  story: [usdc('0xF1815bd50389c46847f0Bda824eC8da914045D14', 'Bridged USDC')],
  educhain: [usdc('0x12a272A581feE5577A5dFa371afEB4b2F3a8C2F8', 'Bridged USDC (Stargate)')],
  abstract: [usdc('0x84a71ccd554cc1b02749b35d22f684cc8ec987e1', 'Bridged USDC')],
  'abstract-testnet': [usdc('0xe4C7fBB0a626ed208021ccabA6Be1566905E2dFc', 'Bridged USDC')],
  celo: [
    usdc('0xcebA9300f2b948710d2653dD7B07f33A8B32118C'),
    signed(coin('USDT', '0x48065fbBE25f71C9282ddf5e1cD6D6A887483D5e'), 'Tether USD', '1'),
  ],
  monad: [usdc('0x754704Bc059F8C67012fEd69BC8A327a5aafb603')],
  // XDC, which has no name here.
  'eip155:50': [usdc('0xfA2958CB79b0491CC627c1557F441eF849Ca8eb1')],
  solana: [
    coin('USDC', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
    coin('USDT', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'),
    coin('USDG', '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH'),
    coin('PYUSD', '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'),
    coin('EURC', 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr'),
  ],
  'solana-devnet': [coin('USDC', '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU')],
};

/** Every known coin with its network, for tests of this table. */
export const knownAssets: readonly { network: string; asset: Asset }[] = Object.entries(assets).flatMap(
  ([network, coins]) => coins.map((asset) => ({ network, asset })),
);

/** Returns the CAIP-2 id of a network name or id. Unknown values are returned unchanged. */
export const caip2Of = (network: string): string => findNetwork(network)?.caip2 ?? network;

// A Map, because a network may have any name, including a property of every object such as "constructor".
const coins = new Map(Object.entries(assets));

/** The known coins of a network, which is given by name or CAIP-2 id. */
export const coinsOn = (network: string): readonly Asset[] => coins.get(chainOf(network)) ?? [];

/** Finds the coin of a currency on a network. Currencies are case-insensitive. */
export function findAsset(network: string, currency: string): Asset | undefined {
  const code = currency.toUpperCase();
  return coinsOn(network).find((asset) => asset.currency === code);
}

/** Finds a coin on a network by its address. Addresses of EVM networks are case-insensitive. */
export function findAssetByAddress(network: string, address: string): Asset | undefined {
  const same = /^0x/i.test(address)
    ? (known: string) => known.toLowerCase() === address.toLowerCase()
    : (known: string) => known === address;
  return coinsOn(network).find((asset) => same(asset.address));
}

/** Converts a price to the smallest units of a coin. Returns undefined if it has more decimals than the coin. */
export function toAtomic(price: string, decimals: number): string | undefined {
  const [whole = '', fraction = ''] = price.split('.');
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > decimals) return undefined;
  return BigInt(whole + significant.padEnd(decimals, '0')).toString();
}

/** Converts an amount in the smallest units of a coin to a plain decimal. */
export function fromAtomic(amount: string, decimals: number): string {
  const digits = amount.padStart(decimals + 1, '0');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - decimals).replace(/^0+(?=\d)/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** The registered payment of a service. */
interface Listing {
  pricing: { currency: string; pricePerRequest: string };
  x402Config: { network: string; paymentAddress: string };
}

/**
 * Returns the registered payment of a service as a challenge states it, with the amount in the smallest units of its
 * coin. Returns undefined if its coin is not known on its network, or if its price has more decimals than the coin.
 */
export function listedTerms({ pricing, x402Config }: Listing) {
  const coin = findAsset(x402Config.network, pricing.currency);
  const amount = coin && toAtomic(pricing.pricePerRequest, coin.decimals);
  if (!coin || amount === undefined) return undefined;
  return { network: caip2Of(x402Config.network), coin, payTo: x402Config.paymentAddress, amount };
}
