import { silentFactor, trustFactor } from '../../intent/preferTrusted.js';
import type { KeywordQuery } from '../../keyword/keywordQuery.js';
import type { KeywordPage, KeywordRequest, SearchFilter } from '../../searchEngine.js';
import { parseService } from '../../serviceJson.js';
import type { SlotTest } from './filterTable.js';
import { holdsPhrase } from './holdsPhrase.js';
import { likeWords } from './likeWords.js';
import { page } from './page.js';
import type { ServingIndex } from './servingIndex.js';
import type { Term } from './termIndex.js';
import { matchWords, type WordAlternative, type WordMatches } from './wordMatches.js';

/** The services that match a keyword query under a filter, and how well their words do. */
function findMatches(index: ServingIndex, query: KeywordQuery, filter: SearchFilter) {
  const matches = matchWords(
    index.words,
    index.table.capacity(),
    index.table.count(),
    query.words.length,
    alternatives(index, query),
  );
  const passes = index.table.test(filter) ?? (() => true);
  const wanted = wantedWords(matches, passes);
  const isFound: SlotTest = (slot) => wanted !== 0 && ((matches.words[slot] ?? 0) & wanted) === wanted && passes(slot);
  return { matches, isFound };
}

/** The slots of the services that a keyword query finds, in no order. */
export function matchingSlots(index: ServingIndex, query: KeywordQuery, filter: SearchFilter): number[] {
  const { matches, isFound } = findMatches(index, query, filter);
  return matches.slots.filter(isFound);
}

/** Answers a keyword query: the services that match it, best first or in the asked order, and how many there are. */
export function searchWords(
  index: ServingIndex,
  query: KeywordQuery,
  { filter, sort, offset, limit }: KeywordRequest,
): KeywordPage {
  const { matches, isFound } = findMatches(index, query, filter);
  const fraction = (slot: number) => (matches.bound > 0 ? Math.min(1, (matches.scores[slot] ?? 0) / matches.bound) : 0);
  // What says more words itself comes first, whatever the rest: the score is that number and a fraction.
  const score = (slot: number) => ((matches.said[slot] ?? 0) + fraction(slot)) / (query.words.length + 1);
  // Trust raises the fraction a little, and never makes up for a word.
  const standing = (slot: number) =>
    index.table.isSilent(slot) ? silentFactor : trustFactor(index.table.trustScore(slot));
  const place = (slot: number) => (matches.said[slot] ?? 0) + Math.min(1, fraction(slot) * standing(slot));
  const hit = (slot: number) => ({ service: index.table.service(slot), score: score(slot) });

  if (sort) {
    const found = page(index.order(sort), isFound, { offset, limit });
    return { total: found.total, hits: found.slots.map(hit) };
  }
  const found = matches.slots.filter(isFound).map((slot) => ({ slot, place: place(slot) }));
  found.sort(
    (a, b) =>
      Number(index.table.isDuplicate(a.slot)) - Number(index.table.isDuplicate(b.slot)) ||
      b.place - a.place ||
      index.byId(a.slot, b.slot),
  );
  return { total: found.length, hits: found.slice(offset, offset + limit).map(({ slot }) => hit(slot)) };
}

/**
 * The words that a service must hold, as bits: all of them; if no service holds all, the rarest, or several when they
 * are equally rare; if nothing holds these together, the first word. The others only raise the score then.
 */
function wantedWords({ slots, words, frequencies }: WordMatches, passes: SlotTest): number {
  const least = Math.min(...frequencies.filter((frequency) => frequency > 0));
  const rarest = frequencies.reduce((bits, frequency, i) => (frequency === least ? bits | (1 << i) : bits), 0);
  const choices = [(1 << frequencies.length) - 1, rarest, 1];
  const holds = (wanted: number) =>
    wanted !== 0 && slots.some((slot) => ((words[slot] ?? 0) & wanted) === wanted && passes(slot));
  return choices.find(holds) ?? 0;
}

function alternatives({ words: index, table }: ServingIndex, { words, synonyms }: KeywordQuery): WordAlternative[] {
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
