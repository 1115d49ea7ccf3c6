import type { Alternative } from '@shirube/language';
import type { Term, TermIndex } from '../table/termIndex.js';
import type { IntentGroup } from './intentQuery.js';

const neighbourShare = 0.8;
const mostNeighbours = 10;

/** An alternative that occurs in the index, and what it could add to a score. */
export interface Weighed {
  alternative: Alternative;
  term: Term;
  gain: number;
}

/** The alternatives of a group that occur, each once; `rarity` tells how much a term says that occurs so often. */
export function weighGroup(
  { alternatives, neighbours }: IntentGroup,
  terms: TermIndex,
  rarity: (frequency: number) => number,
): Weighed[] {
  const weighed: Weighed[] = [];
  const offer = (alternative: Alternative, term: Term) => {
    const gain = alternative.weight * rarity(term.entries.length);
    const known = weighed.findIndex((other) => other.term === term);
    if (known < 0) weighed.push({ alternative, term, gain });
    else if (gain > (weighed[known] as Weighed).gain) weighed[known] = { alternative, term, gain };
  };
  for (const alternative of alternatives) {
    const term = terms.find(alternative.term);
    if (term) offer(alternative, term);
  }
  const used = new Map<Alternative, number>();
  for (const { of, term: text, surface, cosine } of neighbours) {
    const term = terms.find(text);
    const before = used.get(of) ?? 0;
    if (!term || before >= mostNeighbours) continue;
    used.set(of, before + 1);
    // A rare neighbour of a common word must not count for more than the word.
    const own = rarity(terms.find(of.term)?.entries.length ?? 0);
    const weight = neighbourShare * cosine * of.weight * Math.min(1, own / rarity(term.entries.length));
    offer({ term: text, surface, weight, source: 'neighbour' }, term);
  }
  return weighed;
}
