import type { Service } from '@shirube/contracts';
import type { Alternative, Group } from '@shirube/language';
import { inverseFrequency, saturation } from '../bm25.js';
import type { Candidate, Candidates } from '../searchEngine.js';

/** A token of the query and the alternative of it that a service holds. */
export interface TokenMatch {
  token: string;
  alternative: Alternative;
}

export interface RankedService {
  service: Service;
  /** 0–1, comparable between queries. */
  score: number;
  /** In query order, the best alternative of each group that matched. */
  matches: TokenMatch[];
}

/** What a word that no service holds counts in the bound, as a share of the rarest word there could be. */
const absent = 0.6;
/** Scores below these, in themselves or beside the best, are chance. */
const leastScore = 0.1;
const leastShare = 0.25;

/**
 * Ranks candidates by what they hold of each group: its best alternative, weighed by how rare it is, set against the
 * most that all groups could give.
 */
export function rankCandidates(groups: readonly Group[], found: Candidates): RankedService[] {
  const { candidates, count, frequencies } = found;
  const rarest = inverseFrequency(count, 0);
  const rarity = (term: string): number => {
    const frequency = frequencies.get(term);
    return frequency === undefined ? 0 : inverseFrequency(count, frequency);
  };
  const weighed = groups.map((group) => ({
    group,
    gains: group.alternatives.map((alternative) => ({
      alternative,
      gain: group.weight * alternative.weight * rarity(alternative.term),
    })),
  }));
  const bound = weighed.reduce(
    (sum, { group, gains }) =>
      sum + (Math.max(0, ...gains.map(({ gain }) => gain)) || absent * group.weight * rarest),
    0,
  );
  if (bound === 0) return [];

  const rank = (candidate: Candidate): RankedService => {
    const matches: TokenMatch[] = [];
    let score = 0;
    for (const { group, gains } of weighed) {
      let best = 0;
      let match: Alternative | undefined;
      for (const { alternative, gain } of gains) {
        const weight = candidate.weights.get(alternative.term);
        if (weight === undefined) continue;
        const part = gain * saturation(weight, candidate.length);
        if (part > best) {
          best = part;
          match = alternative;
        }
      }
      score += best;
      if (match) matches.push({ token: group.token, alternative: match });
    }
    return { service: candidate.service, score: Math.min(1, score / bound), matches };
  };

  const ranked = candidates
    .map(rank)
    .sort((a, b) => b.score - a.score || (a.service.id < b.service.id ? -1 : 1));
  const least = Math.max(leastScore, leastShare * (ranked[0]?.score ?? 0));
  return ranked.filter(({ score }) => score >= least);
}
