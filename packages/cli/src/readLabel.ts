import { InvalidArgumentError } from '@shirube/command-line';
import { codePointLength } from '@shirube/contracts';

const longest = 255;

/** A short readable text from the command line, trimmed: not blank, no control characters. */
export function readLabel(given: string): string {
  const text = given.trim();
  if (text === '' || codePointLength(text) > longest || /\p{Cc}/u.test(text) || !text.isWellFormed()) {
    throw new InvalidArgumentError(`It must have 1 to ${longest} characters and no control characters.`);
  }
  return text;
}
