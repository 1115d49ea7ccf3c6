import type { Service } from '@shirube/contracts';
import { hasJapanese, normalize, splitWords } from '@shirube/language';
import { demotedFactor, trustFactor } from '../../intent/preferTrusted.js';
import type { KeywordQuery } from '../../keyword/keywordQuery.js';
import { foldKatakana } from '../../keyword/keywordWords.js';
import type { KeywordPage, KeywordRequest, SearchFilter } from '../../searchEngine.js';
import { parseService } from '../../serviceJson.js';
import type { SlotTest } from './documentTable.js';
import { likeWords } from './likeWords.js';
import { page } from './page.js';
import type { ServingIndex } from './servingIndex.js';
import type { Term } from './termIndex.js';
import { matchWords, type WordAlternative, type WordMatches } from './wordMatches.js';

type WordIndex = Pick<ServingIndex, 'table' | 'words'>;

/** Returns the words that services hold, and a test for services that hold all of a set of words. */
function readMatches(index: WordIndex, query: KeywordQuery, filter: SearchFilter) {
  const matches = matchWords(
    index.words,
    index.table.capacity(),
    index.table.count(),
    query.words.length,
    alternatives(index, query),
  );
  const passes = index.table.test(filter) ?? (() => true);
  const holding =
    (wanted: number): SlotTest =>
    (slot) =>
      wanted !== 0 && ((matches.words[slot] ?? 0) & wanted) === wanted && passes(slot);
  return { matches, holding };
}

/** Finds the services that match a keyword query under a filter, and how well their words match. */
function findMatches(index: ServingIndex, query: KeywordQuery, filter: SearchFilter, needsAll = false) {
  const { matches, holding } = readMatches(index, query, filter);
  return { matches, isFound: holding(needsAll ? everyWord(query.words) : wantedWords(matches, holding)) };
}

/** Returns the slots of the services that hold every word of a query, unordered. */
export function slotsWithEveryWord(index: WordIndex, query: KeywordQuery, filter: SearchFilter): number[] {
  const { matches, holding } = readMatches(index, query, filter);
  return matches.slots.filter(holding(everyWord(query.words)));
}

/** The bits of all words of a query. */
const everyWord = ({ length }: ArrayLike<unknown>): number => (1 << length) - 1;

/** Returns the slots of the services that a keyword query finds, unordered. */
export function matchingSlots(index: ServingIndex, query: KeywordQuery, filter: SearchFilter): number[] {
  const { matches, isFound } = findMatches(index, query, filter);
  return matches.slots.filter(isFound);
}

/** Answers a keyword query: the matching services, best first or in the requested order, and their number. */
export function searchWords(
  index: ServingIndex,
  query: KeywordQuery,
  { filter, everyWord: needsAll = false, byProvider = false, sort, offset, limit }: KeywordRequest,
): KeywordPage {
  const { matches, isFound } = findMatches(index, query, filter, needsAll);
  const fraction = (slot: number) => (matches.bound > 0 ? Math.min(1, (matches.scores[slot] ?? 0) / matches.bound) : 0);
  // Services that say more of the words themselves always come first: the score is that number plus a fraction.
  const score = (slot: number) => ((matches.exactWords[slot] ?? 0) + fraction(slot)) / (query.words.length + 1);
  // Trust raises the fraction a little, but never makes up for a missing word.
  const factor = (slot: number) =>
    index.table.isDemoted(slot) ? demotedFactor : trustFactor(index.table.trustScore(slot));
  const place = (slot: number) => (matches.exactWords[slot] ?? 0) + Math.min(1, fraction(slot) * factor(slot));
  const hit = (slot: number) => ({ service: index.table.service(slot), score: score(slot) });

  if (sort) {
    const isFirst = index.table.test({}, byProvider);
    const found = page(index.order(sort), (slot) => isFound(slot) && (isFirst?.(slot) ?? true), { offset, limit });
    return { total: found.total, hits: found.slots.map(hit) };
  }
  const found = matches.slots.filter(isFound).map((slot) => ({ slot, place: place(slot) }));
  found.sort(
    (a, b) =>
      Number(index.table.isDuplicate(a.slot)) - Number(index.table.isDuplicate(b.slot)) ||
      b.place - a.place ||
      index.byId(a.slot, b.slot),
  );
  const isFirst = index.table.test({}, byProvider);
  const chosen = isFirst ? found.filter(({ slot }) => isFirst(slot)) : found;
  return { total: chosen.length, hits: chosen.slice(offset, offset + limit).map(({ slot }) => hit(slot)) };
}

/**
 * Returns the words that a service must hold, as bits: all of them; if no service holds all, the rarest, or several if
 * they are equally rare; if no service holds these together, the first word. The other words then only raise the score.
 */
function wantedWords({ slots, frequencies }: WordMatches, holding: (wanted: number) => SlotTest): number {
  const least = Math.min(...frequencies.filter((frequency) => frequency > 0));
  const rarest = frequencies.reduce((bits, frequency, i) => (frequency === least ? bits | (1 << i) : bits), 0);
  const choices = [everyWord(frequencies), rarest, 1];
  return choices.find((wanted) => slots.some(holding(wanted))) ?? 0;
}

function alternatives({ words: index, table }: WordIndex, { words, synonyms }: KeywordQuery): WordAlternative[] {
  const found: WordAlternative[] = [];
  for (const [from, word] of words.entries()) {
    const isLast = from === words.length - 1;
    for (const { term, quality } of likeWords(index, word, isLast)) {
      found.push({ from, span: 1, terms: [term], quality });
    }
    // Two words written as one, as in "web socket" and "websocket".
    const joined = isLast ? undefined : index.find(word + words[from + 1]);
    if (joined) found.push({ from, span: 2, terms: [joined], quality: 0.9 });
  }
  for (const { from, span, phrase } of synonyms) {
    const terms = phrase.map((word) => index.find(word));
    if (terms.every((term): term is Term => term !== undefined)) {
      const synonym = { from, span, terms, quality: 0.8 };
      const confirm = (slot: number) => holdsPhrase(parseService(table.service(slot)), phrase);
      found.push(phrase.length > 1 ? { ...synonym, confirm } : synonym);
    }
  }
  return found;
}

/** Whether the words (folded) occur next to each other, in this order, in the name, the description or the category. */
function holdsPhrase({ name, description, category }: Service, phrase: readonly string[]): boolean {
  const joined = phrase.join('');
  // Japanese is written without spaces, so nothing shows where a word ends.
  const [read, wanted] = hasJapanese(joined)
    ? [(text: string) => normalize(text).replace(/[\s・]/gu, ''), joined]
    : [(text: string) => ` ${splitWords(text).join(' ')} `, ` ${phrase.join(' ')} `];
  return [name, description, category].some((text) => foldKatakana(read(text)).includes(wanted));
}
