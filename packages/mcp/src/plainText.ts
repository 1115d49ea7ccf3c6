// Invisible characters that could carry hidden text. The joiners are kept, because some scripts and emoji need them.
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;

/** Puts catalog text on one line, without invisible characters, so that it cannot pose as part of the tool output. */
export function plainText(text: string): string {
  return text.replace(invisible, '').replace(/\s+/g, ' ').trim();
}

/** Truncates the text to `length` code points, with an ellipsis if something was cut. */
export function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}
