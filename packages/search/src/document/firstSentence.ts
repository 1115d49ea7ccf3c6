const sentence = /^.{12,}?[.!?。！？](?=\s|$|[^\x20-\x7e])/s;
/** Characters of a sentence that count. */
export const longestSentence = 300;

/** The first sentence of a description: what says most about a service; the rest explains. */
export function firstSentence(text: string): string {
  return (sentence.exec(text)?.[0] ?? text).slice(0, longestSentence);
}
