import { type PaymentTerms, paymentAddressKey } from '@shirube/contracts';
import {
  addressFamily,
  caip2Of,
  coinsOn,
  currencyFamily,
  findAssetByAddress,
  priceOfOffer,
  type Verdict,
} from '@shirube/domain';
import type { Offer } from './readChallenge.js';

/** The result of comparing a challenge with the registered terms. */
interface Comparison {
  verdict: Extract<Verdict, 'ok' | 'wrong_price' | 'wrong_address' | 'wrong_network' | 'wrong_asset' | 'bad_challenge'>;
  detail?: string;
  /** The offer that the verdict is about. */
  observed: PaymentTerms;
}

export type DeclaredTerms = Required<Pick<PaymentTerms, 'network' | 'payTo' | 'price' | 'currency'>>;

/** The schemes whose amount is the maximum cost of one request. */
const knownSchemes: readonly string[] = ['exact', 'upto', 'batch-settlement'];

/** Scales a plain decimal of up to 18 places to an integer, so that comparisons are exact. */
function scaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(18, '0').slice(0, 18));
}

const idOf = (network: string): string => caip2Of(network).toLowerCase();

/** Whether both networks use the same kind of addresses, so that an owner has the same address on both. */
function sharesAddresses(one: string, other: string): boolean {
  const namespace = (network: string) => idOf(network).split(':', 1)[0];
  const family = addressFamily(one);
  return family === 'other' ? namespace(one) === namespace(other) : family === addressFamily(other);
}

/** Compares one offer with the registered terms. */
function compareOffer(declared: DeclaredTerms, { scheme, network, payTo, asset, amount }: Offer): Comparison {
  const coin = findAssetByAddress(network, asset);
  const price = priceOfOffer({ network, asset, amount })?.price;
  const unpriced = { network, payTo, asset, ...(coin ? { currency: coin.currency } : {}) };
  const observed = price === undefined ? unpriced : { ...unpriced, price };
  const isPayee = paymentAddressKey(payTo) === paymentAddressKey(declared.payTo);
  if (!isPayee && sharesAddresses(declared.network, network)) return { verdict: 'wrong_address', observed };
  if (!knownSchemes.includes(scheme)) return { verdict: 'bad_challenge', detail: 'unknown_scheme', observed };

  const family = currencyFamily(declared.currency);
  if (!coin) {
    // If no coin of this currency is known on the registered network, the asset cannot be judged. On other networks it
    // need not be offered.
    const isHere = idOf(network) === idOf(declared.network);
    const isAnyKnown = coinsOn(network).some(({ currency }) => currencyFamily(currency) === family);
    return { verdict: isHere && !isAnyKnown ? 'ok' : 'wrong_asset', detail: 'unknown_asset', observed };
  }
  if (currencyFamily(coin.currency) !== family)
    return { verdict: 'wrong_asset', detail: 'other_currency', observed: unpriced };
  if (price === undefined) return { verdict: 'bad_challenge', detail: 'bad_amount', observed };
  return { verdict: scaled(price) > scaled(declared.price) ? 'wrong_price' : 'ok', observed };
}

/**
 * Compares the offers of a challenge with the registered terms. A client may take any offer, so all of them must agree:
 * on the payee whatever the scheme, and in the known schemes also on the coin and the price, which may be lower. At
 * least one offer in a known scheme must be on the registered network.
 */
export function compareTerms(declared: DeclaredTerms, offers: readonly Offer[]): Comparison {
  const all = offers.map((offer) => compareOffer(declared, offer));
  const [first] = all;
  if (!first) return { verdict: 'bad_challenge', detail: 'no_offer', observed: {} };
  const mismatched = all.find(({ verdict }) => verdict === 'wrong_address');
  if (mismatched) return mismatched;

  const payable = all.filter(({ detail }) => detail !== 'unknown_scheme');
  const [otherOffer] = payable;
  if (!otherOffer) return first;
  const here = payable.find(({ observed: { network = '' } }) => idOf(network) === idOf(declared.network));
  if (!here) return { verdict: 'wrong_network', observed: otherOffer.observed };
  return payable.find(({ verdict }) => verdict !== 'ok') ?? here;
}
