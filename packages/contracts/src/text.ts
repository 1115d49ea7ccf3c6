import { Kind, type TSchema, Type, TypeRegistry } from '@sinclair/typebox';

interface TextOptions {
  minLength: number;
  maxLength: number;
  /** Whether bidirectional control characters are allowed. They are harmless if the text is not shown to anybody. */
  allowsDirections?: boolean;
  /** Whether text without visible characters is allowed. */
  allowsInvisible?: boolean;
  description?: string;
  examples?: string[];
}

/** Counts the Unicode code points of `text`, which are closer to what a person counts than UTF-16 units. */
export function codePointLength(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

// These are parts of a character class, so that the published pattern is the one that is checked. This one has
// everything below U+0020 except tab and newline, DEL, and the C1 controls.
const controls = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f';
// These can make a name look like another one: "evil" + U+202E + "gpj.exe". The marks U+200E and U+200F are allowed:
// Arabic and Hebrew texts need them, and they do not reverse other characters.
const directions = '\\u202a-\\u202e\\u2066-\\u2069';
const spaces = '\\u0009\\u000a\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
// Unicode's default ignorable characters, the blank Braille pattern and the annotation marks. Those beyond U+FFFF are
// literal, because not every regex dialect has an escape for them.
const invisible = [
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e',
  '\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0\\ufff0-\\ufffb',
  '\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}',
].join('');

const control = new RegExp(`[${controls}]`, 'u');
const direction = new RegExp(`[${directions}]`, 'u');
const visible = new RegExp(`[^${controls}${spaces}${invisible}]`, 'u');

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Returns why a string is not a valid text, or undefined if it is. */
function reason(options: TextOptions, value: string): string | undefined {
  const { minLength, maxLength, allowsDirections, allowsInvisible } = options;
  if (!value.isWellFormed()) return 'contains an unpaired surrogate';
  const found = control.exec(value)?.[0];
  if (found) return `contains the control character ${codePoint(found)}`;
  const turning = allowsDirections ? undefined : direction.exec(value)?.[0];
  if (turning) return `contains ${codePoint(turning)}, a bidirectional control character`;
  const length = codePointLength(value.trim());
  if (length < minLength) return 'is blank';
  if (!allowsInvisible && !visible.test(value)) return 'has no visible characters';
  return length > maxLength ? `has ${length.toLocaleString('en')}` : undefined;
}

function isText(schema: TextOptions, value: unknown): boolean {
  return typeof value === 'string' && reason(schema, value) === undefined;
}

TypeRegistry.Set<TSchema & TextOptions>('Text', isText);

/**
 * Free text of any script. Lengths count code points after trimming, so blank text has length 0. Control characters
 * other than newline and tab, lone surrogates, invisible text and bidirectional control characters are refused, each
 * with its own reason.
 */
export function Text(options: TextOptions) {
  const { minLength, maxLength, allowsDirections, allowsInvisible } = options;
  const refused = `${controls}${allowsDirections ? '' : directions}`;
  const blank = `${controls}${spaces}${allowsInvisible ? '' : invisible}`;
  const mayBeEmpty = minLength === 0 && allowsInvisible;
  const form = `a string of ${minLength} to ${maxLength.toLocaleString('en')} characters`;
  return Type.Unsafe<string>({
    ...options,
    [Kind]: 'Text',
    type: 'string',
    openApiPattern: mayBeEmpty ? `^[^${refused}]*$` : `^[^${refused}]*[^${blank}][^${refused}]*$`,
    expected(value: unknown): string {
      const why = typeof value === 'string' ? reason(options, value) : undefined;
      return why ? `${form}; this one ${why}` : form;
    },
  });
}
