import { InvalidArgumentError } from '@commander-js/extra-typings';

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
