// Invisible characters that could carry hidden text. The joiners are kept, because some scripts and emoji need them.
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;

/** Puts catalog text on one line, without invisible characters, so that it cannot pose as part of the tool output. */
export function plainText(text: string): string {
  return text.replace(invisible, '').replace(/\s+/g, ' ').trim();
}

/** Returns what a seller has written as one quoted line that says so: it may address the agent that reads it. */
export const sellersWords = (text: string): string => `Seller's words: ${JSON.stringify(plainText(text))}`;

/** Returns a name that a seller has chosen, quoted: it may read like a sentence of the directory. */
export const sellersName = (name: string): string => `Service named by its seller: ${JSON.stringify(name)}`;

/** Fences lines that contain what a seller has written, so that none of them can pose as a line of the directory. */
export function fenceLines(lines: string): string {
  const runs = lines.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return `${fence}\n${lines}\n${fence}`;
}

/** Truncates the text to `length` code points, with an ellipsis if something was cut. */
export function truncate(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}
