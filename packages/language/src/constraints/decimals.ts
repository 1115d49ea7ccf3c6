// More digits than any price has behind its point.
const PLACES = 18;
const ONE = 10n ** BigInt(PLACES);

/** A number with 18 places behind the point, exact where a float would spoil 0.07 cents. */
export type Exact = bigint;

/** Reads a plain decimal; thousands may be parted by commas. */
export function exact(digits: string): Exact {
  const [whole = '', fraction = ''] = digits.replaceAll(',', '').split('.');
  return BigInt(whole || '0') * ONE + BigInt(fraction.slice(0, PLACES).padEnd(PLACES, '0'));
}

/** `a` times `numerator` by `denominator`, rounded down. */
export function scaled(a: Exact, numerator: bigint, denominator = 1n): Exact {
  return denominator === 0n ? 0n : (a * numerator) / denominator;
}

/** `a` times `b`. */
export function times(a: Exact, b: Exact): Exact {
  return (a * b) / ONE;
}

/** `a` by `b`. */
export function divided(a: Exact, b: Exact): Exact {
  return b === 0n ? 0n : (a * ONE) / b;
}

/** The number as a plain decimal, without zeros that say nothing. */
export function plain(a: Exact): string {
  const fraction = (a % ONE).toString().padStart(PLACES, '0').replace(/0+$/, '');
  return fraction === '' ? String(a / ONE) : `${a / ONE}.${fraction}`;
}
