import { caip2Of, findAssetByAddress, fromAtomic } from './assets.js';
import { currencyFamily } from './currencies.js';
import { chainOf, isTestNetwork } from './networks.js';

/** The registered terms of a service. */
interface Registered {
  network: string;
  currency: string;
  price: string;
}

/** The part of a payment offer that has its price. The amount is in atomic units. */
interface OfferedAmount {
  network: string;
  asset: string;
  amount: string;
}

/** One way to pay, as filters compare it. Chain and currency are in lower case. */
export interface Offer {
  chain: string;
  currency: string;
  price: number;
  /** Whether its currency is of the family of the registered one, so that the amounts mean the same money. */
  isComparable: boolean;
}

/** The filter values of a service that can be paid in several ways. */
export interface WaysToPay {
  chains: string[];
  currencies: string[];
  /** Every priced way to pay, the registered one first. Missing if chain, currency and price have one value each. */
  offers?: Offer[];
}

/** Returns the coin and the price of an offer. Returns undefined if the coin is unknown or the amount is malformed. */
export function priceOfOffer({ network, asset, amount }: OfferedAmount) {
  const coin = findAssetByAddress(network, asset);
  if (!coin || !/^\d{1,78}$/.test(amount)) return undefined;
  return { currency: coin.currency, price: fromAtomic(amount, coin.decimals) };
}

const different = (values: readonly string[]): string[] => [...new Set(values.map((value) => value.toLowerCase()))];

/** Collects every way to pay, the registered one first. Prices on test networks and on real ones are never mixed. */
export function waysToPay({ network, currency, price }: Registered, accepts: readonly OfferedAmount[] = []): WaysToPay {
  const observed = accepts
    .filter((offer) => isTestNetwork(offer.network) === isTestNetwork(network))
    .flatMap((offer) => {
      const paid = priceOfOffer(offer);
      return paid ? { chain: chainOf(caip2Of(offer.network)), ...paid } : [];
    });
  const offers = [{ chain: chainOf(network), currency, price }, ...observed].map((offer) => ({
    chain: offer.chain.toLowerCase(),
    currency: offer.currency.toLowerCase(),
    price: Number(offer.price),
    isComparable: currencyFamily(offer.currency) === currencyFamily(currency),
  }));
  const chains = different([chainOf(network), ...accepts.map((offer) => chainOf(caip2Of(offer.network)))]);
  const currencies = different(offers.map((offer) => offer.currency));
  const hasOneWay =
    chains.length === 1 && currencies.length === 1 && new Set(offers.map((one) => one.price)).size === 1;
  return { chains, currencies, ...(hasOneWay ? {} : { offers }) };
}
