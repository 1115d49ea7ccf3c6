import { type Amount, findAmounts } from './amounts.js';
import { divided, plain, times } from './decimals.js';
import { isByPeriod, isOtherPrice } from './otherPrices.js';
import { boundOf, type PriceBound } from './priceBounds.js';
import type { Stated } from './stated.js';

/** An end of the range of prices that a query is ready to pay. */
export interface StatedBound {
  /** A plain decimal, in units of the currency. */
  amount: string;
  /** true for 未満, "under", "more than": the amount itself does not do. */
  exclusive: boolean;
}

export interface StatedPrice {
  max?: StatedBound;
  min?: StatedBound;
  currency?: string;
}

/** "over 5 cents but under 20". */
const bounded =
  /^\s*(?:,|but|and|or)*\s*(?:under|below|less than|no more than|not more than|at most|up to|over|above|more than|no less than|at least)\s*$/iu;
/** Between the two bounds of one price: 1セント以上、5セント未満. */
const joined = /^[\s、,]*(?:but|and|or|yet|かつ|で|そして|から)?[\s、,]*$/iu;
const between = /^\s*(?:-|–|—|~|〜|～|to|and|through|から|ー)\s*$/iu;
/** The prices that the query is ready to pay for a request, where it says so, and what of it stays unclear. */
export function findPrices(text: string): { prices: Stated<StatedPrice>[]; unclear: Stated<string>[] } {
  const prices: Stated<StatedPrice>[] = [];
  const unclear: Stated<string>[] = [];
  for (const group of boundsOf(text)) {
    const start = group[0]?.start ?? 0;
    const end = group.at(-1)?.end ?? 0;
    const isSaid = group.some(({ perCall }) => perCall.isSaid);
    const contexts = group.map(({ last }) => ({
      text,
      before: text.slice(0, start),
      behind: text.slice(end),
      amount: Number(plain(last.value)),
      currency: last.currency,
    }));
    if (!isSaid && contexts.some(isOtherPrice)) continue;
    if (group.some(({ bound }) => bound.isVague) || (!isSaid && contexts.some(isByPeriod))) {
      unclear.push({ value: text.slice(start, end).trim(), start, end });
      continue;
    }
    for (const one of group) prices.push({ value: priceOf(one), start: one.start, end: one.end });
  }
  return { prices, unclear };
}

/** The bounds in a text; the two of one price together, which share what is said of requests. */
function boundsOf(text: string): PriceBound[][] {
  const amounts = shareUnits(text, findAmounts(text));
  const groups: PriceBound[][] = [];
  for (let i = 0; i < amounts.length; i += 1) {
    const first = amounts[i];
    const next = amounts[i + 1];
    if (!first) continue;
    const isRange =
      next?.value.currency !== undefined &&
      (between.test(text.slice(first.end, next.start)) ||
        (text.slice(first.end, next.start) === 'と' && /^の(?:間|あいだ|範囲)/u.test(text.slice(next.end))));
    if (isRange) i += 1;
    const found = boundOf(text, first, isRange ? next : first);
    if (!found) continue;
    const [previous, ...more] = groups.at(-1) ?? [];
    const isSecond =
      previous !== undefined &&
      more.length === 0 &&
      isOpposite(previous, found) &&
      joined.test(text.slice(previous.end, found.start));
    if (!isSecond) {
      groups.push([found]);
      continue;
    }
    const perCall = previous.perCall.isSaid ? previous.perCall : found.perCall;
    groups.splice(-1, 1, [
      { ...previous, perCall },
      { ...found, perCall },
    ]);
  }
  return groups;
}

const isOpposite = (a: PriceBound, b: PriceBound) =>
  (a.bound.side === 'min' && b.bound.side === 'max') || (a.bound.side === 'max' && b.bound.side === 'min');

function priceOf({ first, last, bound, isRange, perCall }: PriceBound): StatedPrice {
  const side = ({ value }: Amount, exclusive: boolean): StatedBound => ({
    amount: plain(divided(value, perCall.count)),
    exclusive,
  });
  return {
    ...(bound.side !== 'min' && { max: side(last, bound.exclusive) }),
    ...(bound.side !== 'max' && { min: side(first, isRange ? false : bound.exclusive) }),
    ...(last.currency && { currency: last.currency }),
  };
}

/** "1 to 5 cents", "$1-5": of two numbers with nothing but "to" between, the one without a unit takes the other's. */
function shareUnits(text: string, amounts: Stated<Amount>[]): Stated<Amount>[] {
  return amounts.map((here, i) => {
    if (here.value.currency !== undefined) return here;
    const previous = amounts[i - 1];
    const next = amounts[i + 1];
    const isNear = (from: number, to: number) => between.test(text.slice(from, to));
    const other =
      next?.value.currency !== undefined && isNear(here.end, next.start)
        ? next
        : previous?.value.currency !== undefined &&
            (isNear(previous.end, here.start) || bounded.test(text.slice(previous.end, here.start)))
          ? previous
          : undefined;
    if (!other) return here;
    const { currency, unit } = other.value;
    return { ...here, value: { value: times(here.value.value, unit), unit, ...(currency && { currency }) } };
  });
}
