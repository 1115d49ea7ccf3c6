import { Kind, type TSchema, Type, TypeRegistry } from '@sinclair/typebox';

interface TextOptions {
  minLength: number;
  maxLength: number;
  /** Whether characters that turn the direction of writing are let through: harmless where nobody is shown the text. */
  allowsDirections?: boolean;
  /** Whether text is let through that nobody can see. */
  allowsInvisible?: boolean;
  description?: string;
  examples?: string[];
}

/** Unicode code points of `text`: what a person would count, unlike UTF-16 units. */
export function codePointLength(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

// As parts of a class in a pattern, so that what is published is what is checked. Everything below U+0020 but tab and
// newline, DEL, and the C1 controls.
const controls = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f';
// With these a name can be made to look like another one: "evil" + U+202E + "gpj.exe". The marks U+200E and U+200F,
// which texts in Arabic and Hebrew need, turn nothing but themselves.
const directions = '\\u202a-\\u202e\\u2066-\\u2069';
const spaces = '\\u0009\\u000a\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
// What Unicode calls default ignorable, the empty Braille pattern and the marks of annotations. Those beyond U+FFFF
// stand for themselves: not every dialect of patterns has an escape for them.
const invisible =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0\\ufff0-\\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}';

const control = new RegExp(`[${controls}]`, 'u');
const direction = new RegExp(`[${directions}]`, 'u');
const visible = new RegExp(`[^${controls}${spaces}${invisible}]`, 'u');

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** What keeps a string from being such a text; undefined when nothing does. */
function reason(options: TextOptions, value: string): string | undefined {
  const { minLength, maxLength, allowsDirections, allowsInvisible } = options;
  if (!value.isWellFormed()) return 'holds half of a surrogate pair, which is no character';
  const found = control.exec(value)?.[0];
  if (found) return `holds the control character ${codePoint(found)}`;
  const turning = allowsDirections ? undefined : direction.exec(value)?.[0];
  if (turning) return `holds ${codePoint(turning)}, which turns the direction of the text around it`;
  const length = codePointLength(value.trim());
  if (length < minLength) return 'is blank';
  if (!allowsInvisible && !visible.test(value)) return 'holds nothing that can be seen';
  return length > maxLength ? `has ${length.toLocaleString('en')}` : undefined;
}

function isText(schema: TextOptions, value: unknown): boolean {
  return typeof value === 'string' && reason(schema, value) === undefined;
}

TypeRegistry.Set<TSchema & TextOptions>('Text', isText);

/**
 * Free text of any script. Lengths count code points after trimming, so blank text has length 0; control characters
 * other than newline and tab, lone surrogates, text that cannot be seen, and characters that turn the direction of
 * writing are refused, each with its reason.
 */
export function Text(options: TextOptions) {
  const { minLength, maxLength, allowsDirections, allowsInvisible } = options;
  const refused = `${controls}${allowsDirections ? '' : directions}`;
  const blank = `${controls}${spaces}${allowsInvisible ? '' : invisible}`;
  const form = `a text of ${minLength} to ${maxLength.toLocaleString('en')} characters`;
  return Type.Unsafe<string>({
    ...options,
    [Kind]: 'Text',
    type: 'string',
    openApiPattern: `^[^${refused}]*[^${blank}][^${refused}]*$`,
    expected(value: unknown): string {
      const why = typeof value === 'string' ? reason(options, value) : undefined;
      return why ? `${form}; this one ${why}` : form;
    },
  });
}
