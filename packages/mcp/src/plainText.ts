// Characters that show nothing and could carry hidden words; the joiners belong to some scripts and to emoji.
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;

/** Text of the catalog on one line, without invisible characters, so that it cannot pass for a part of the answer. */
export function plainText(text: string): string {
  return text.replace(invisible, '').replace(/\s+/g, ' ').trim();
}

/** At most `length` code points of the text, with an ellipsis where something is left out. */
export function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}
