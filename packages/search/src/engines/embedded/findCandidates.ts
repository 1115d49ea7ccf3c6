import { inverseFrequency, saturation } from '../../bm25.js';
import type { CandidateRequest, Candidates } from '../../searchEngine.js';
import { bestSlots } from './bestSlots.js';
import type { ServingIndex } from './servingIndex.js';
import { slotOf, weightOf } from './termIndex.js';

/** The services in which the asked-for terms weigh most, with what is needed to rank them. */
export function findCandidates(index: ServingIndex, { terms, filter, limit }: CandidateRequest): Candidates {
  const { terms: postings, table } = index;
  const count = table.count();
  const passes = table.test(filter);
  const scores = new Float32Array(table.capacity());
  const slots: number[] = [];
  const frequencies = new Map<string, number>();

  for (const { term, weight } of terms) {
    const entries = postings.find(term)?.entries;
    if (!entries) continue;
    frequencies.set(term, entries.length);
    const gain = weight * inverseFrequency(count, entries.length);
    for (const entry of entries) {
      const slot = slotOf(entry);
      if (passes && !passes(slot)) continue;
      if (scores[slot] === 0) slots.push(slot);
      scores[slot] = (scores[slot] ?? 0) + gain * saturation(weightOf(entry), postings.length(slot));
    }
  }

  const best = bestSlots(slots, limit, (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || index.byId(a, b));
  const weights = new Map(best.map((slot) => [slot, new Map<string, number>()]));
  for (const { term } of terms) {
    for (const entry of postings.find(term)?.entries ?? []) {
      weights.get(slotOf(entry))?.set(term, weightOf(entry));
    }
  }
  const candidates = best.map((slot) => ({
    service: table.service(slot),
    weights: weights.get(slot) ?? new Map<string, number>(),
    length: postings.length(slot),
  }));
  return { candidates, count, frequencies };
}
