import { InvalidArgumentError } from '@commander-js/extra-typings';
import { Chain, codePointLength } from '@shirube/contracts';
import { canonicalChain } from '@shirube/domain';

/** Parses an option that must be a whole number in this range. */
export const wholeNumber = (from: number, to: number) => (text: string) => {
  if (/^\d+$/.test(text) && Number(text) >= from && Number(text) <= to) return Number(text);
  throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
};

/** Parses an option that must be a number greater than this one. */
export const above = (least: number) => (text: string) => {
  if (Number(text) > least) return Number(text);
  throw new InvalidArgumentError(`It must be a number above ${least}.`);
};

/** Reads one more chain of an option that may name several. */
export function readChains(text: string, before: string[] = []): string[] {
  const chain = canonicalChain(text);
  if (chain === undefined) throw new InvalidArgumentError(`It must be ${Chain.expected(text)}.`);
  return [...before, chain];
}

const longest = 255;

/** Reads a short text from the command line and trims it. It must not be blank or have control characters. */
export function readLabel(value: string): string {
  const text = value.trim();
  if (text === '' || codePointLength(text) > longest || /\p{Cc}/u.test(text) || !text.isWellFormed()) {
    throw new InvalidArgumentError(`It must have 1 to ${longest} characters and no control characters.`);
  }
  return text;
}
