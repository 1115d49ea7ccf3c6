import { Kind, type TSchema, Type, TypeRegistry } from '@sinclair/typebox';

interface TextOptions {
  minLength: number;
  maxLength: number;
  description?: string;
  examples?: string[];
}

/** Unicode code points of `text`: what a person would count, unlike UTF-16 units. */
export function codePointLength(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

// Anything but newline and tab below U+0020, DEL, and the C1 controls.
const controlCharacter = /\p{Cc}/u;
const allowedControls = /[\n\t]/g;

function isText(schema: TextOptions, value: unknown): boolean {
  if (typeof value !== 'string' || !value.isWellFormed()) return false;
  if (controlCharacter.test(value.replace(allowedControls, ''))) return false;
  const length = codePointLength(value.trim());
  return length >= schema.minLength && length <= schema.maxLength;
}

TypeRegistry.Set<TSchema & TextOptions>('Text', isText);

/**
 * Free text of any script. Lengths count code points after trimming, so blank text has length 0; control
 * characters other than newline and tab, and lone surrogates, are refused.
 */
export function Text(options: TextOptions) {
  const { minLength, maxLength } = options;
  return Type.Unsafe<string>({
    ...options,
    [Kind]: 'Text',
    type: 'string',
    expected: `a text of ${minLength} to ${maxLength.toLocaleString('en')} characters that is not blank and holds no control characters`,
  });
}
