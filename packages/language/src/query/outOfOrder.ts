import type { TextWord } from '../words/textWord.js';

const being = new Set(['is', 'are', 'was', 'were', 'be', 'been', 'being', 'go', 'goes', 'went', 'gone', 'going']);
const things = new Set(['site', 'website', 'server', 'service', 'api', 'network', 'system', 'page', 'app']);
/** With these verbs, "down" is part of the verb. */
const verbs = new Set(
  'break breaking broke broken calm come count cut dig drill drop hold lie narrow pin put roll scale scroll settle sit slow step tear track turn upside water write writing written'.split(
    ' ',
  ),
);

/** Whether the word at that position is the "down" of "is the site down?", which says what is asked for. */
export function isOutOfOrder(words: readonly TextWord[], at: number): boolean {
  if (words[at]?.word !== 'down') return false;
  const before = words.slice(Math.max(0, at - 4), at).map(({ word }) => word);
  const last = before.at(-1) ?? '';
  return things.has(last) || (!verbs.has(last) && before.some((word) => being.has(word)));
}
