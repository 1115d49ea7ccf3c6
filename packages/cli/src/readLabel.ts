import { codePointLength } from '@shirube/contracts';
import { InvalidArgumentError } from './commandLine/index.js';

const longest = 255;

/** Reads a short text from the command line and trims it. It must not be blank or have control characters. */
export function readLabel(given: string): string {
  const text = given.trim();
  if (text === '' || codePointLength(text) > longest || /\p{Cc}/u.test(text) || !text.isWellFormed()) {
    throw new InvalidArgumentError(`It must have 1 to ${longest} characters and no control characters.`);
  }
  return text;
}
