import {
  caip2Of,
  currencyFamily,
  findAssetByAddress,
  fromAtomic,
  type PaymentTerms,
  paymentAddressKey,
  type Verdict,
} from '@shirube/contracts';
import type { Offer } from './readChallenge.js';

/** What a challenge asks for beside what is registered. */
export interface Comparison {
  verdict: Extract<Verdict, 'ok' | 'wrong_price' | 'wrong_address' | 'wrong_network' | 'bad_challenge'>;
  detail?: string;
  /** The offer that was compared: the one that comes nearest to what is registered. */
  observed: PaymentTerms;
}

export type Declared = Required<Pick<PaymentTerms, 'network' | 'payTo' | 'price' | 'currency'>>;

/** Plain decimals of up to 18 places as whole numbers, so that they are compared exactly. */
function scaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(18, '0').slice(0, 18));
}

function termsOf({ network, payTo, asset, amount }: Offer): PaymentTerms {
  const known = findAssetByAddress(network, asset);
  const isAmount = /^\d{1,78}$/.test(amount);
  return {
    network,
    payTo,
    asset,
    ...(known && isAmount ? { currency: known.currency, price: fromAtomic(amount, known.decimals) } : {}),
  };
}

/** Whether both prices are of one money; of different ones nobody can tell which is higher. */
const isComparable = (declared: Declared, { price, currency }: PaymentTerms): boolean =>
  price !== undefined &&
  currency !== undefined &&
  currencyFamily(currency) === currencyFamily(declared.currency);

/** What is observed of an offer whose price cannot be compared: it has no price then. */
function withoutPrice({ price: _price, ...terms }: PaymentTerms): PaymentTerms {
  return terms;
}

/** Compares what is asked for with what is registered: one offer that agrees is enough. A price may be lower. */
export function compareTerms(declared: Declared, offers: readonly Offer[]): Comparison {
  const all = offers.map(termsOf);
  const [first] = all;
  if (!first) return { verdict: 'bad_challenge', detail: 'no_offer', observed: {} };

  const network = caip2Of(declared.network).toLowerCase();
  const onNetwork = all.filter((terms) => terms.network?.toLowerCase() === network);
  const [there] = onNetwork;
  if (!there) return { verdict: 'wrong_network', observed: first };

  const key = paymentAddressKey(declared.payTo);
  const toAddress = onNetwork.filter(({ payTo = '' }) => paymentAddressKey(payTo) === key);
  const [paid] = toAddress;
  if (!paid) return { verdict: 'wrong_address', observed: there };

  const comparable = toAddress.filter((terms) => isComparable(declared, terms));
  const limit = scaled(declared.price);
  const agreeing = comparable.find(({ price = '' }) => scaled(price) <= limit);
  if (agreeing) return { verdict: 'ok', observed: agreeing };
  const [dearer] = comparable;
  if (dearer && comparable.length === toAddress.length) return { verdict: 'wrong_price', observed: dearer };
  const other = toAddress.find((terms) => !isComparable(declared, terms)) ?? paid;
  const detail = other.currency === undefined ? 'unknown_asset' : 'other_currency';
  return { verdict: 'ok', detail, observed: withoutPrice(other) };
}
