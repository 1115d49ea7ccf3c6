import type { Service } from '@shirube/contracts';
import { hasJapanese, normalize, splitWords } from '@shirube/language';
import { foldKana } from './madeDocument.js';

/** Whether the words (folded) occur next to each other, in this order, in the name, the description or the category. */
export function holdsPhrase({ name, description, category }: Service, phrase: readonly string[]): boolean {
  const joined = phrase.join('');
  // Japanese is written without spaces, so nothing shows where a word ends.
  const [read, wanted] = hasJapanese(joined)
    ? [(text: string) => normalize(text).replace(/[\s・]/gu, ''), joined]
    : [(text: string) => ` ${splitWords(text).join(' ')} `, ` ${phrase.join(' ')} `];
  return [name, description, category].some((text) => foldKana(read(text)).includes(wanted));
}
