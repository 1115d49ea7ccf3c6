import { InvalidArgumentError } from '@commander-js/extra-typings';

/** Reads an option that is a whole number of this range. */
export const wholeNumber = (from: number, to: number) => (text: string) => {
  if (/^\d+$/.test(text) && Number(text) >= from && Number(text) <= to) return Number(text);
  throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
};

/** Reads an option that is any number above this one. */
export const above = (least: number) => (text: string) => {
  if (Number(text) > least) return Number(text);
  throw new InvalidArgumentError(`It must be a number above ${least}.`);
};
