import type { Alternative, Group, Language, QueryAnalysis } from '@shirube/language';
import { taskTerm } from './intentFeatures.js';

/** A query for an index: groups of alternatives, the weight of each group, and the vectors of the query. */
export interface IntentQuery {
  groups: readonly IntentGroup[];
  /** The vector of its words, and the vector of its meaning as a whole. */
  vector: Float32Array | undefined;
  meaning: Float32Array | undefined;
  /** Which way it points between tasks and their opposites. */
  way: Float32Array;
  /** The tasks that it may be about, with names in its language. */
  tasks: readonly Alternative[];
}

export interface IntentGroup {
  token: string;
  weight: number;
  /** Whether it says little in any query. */
  generic: boolean;
  alternatives: readonly Alternative[];
  /** Words of similar meaning that can replace an alternative, if the index contains them. */
  neighbours: readonly { of: Alternative; term: string; surface: string; cosine: number }[];
}

const leastCosine = 0.4;
/** More than the longest sentences have. The cost of each is paid for every ranked service. */
const mostNeighbours = 240;
const isAscii = /^[\x20-\x7e]+$/;
const sourcesWithNeighbours = new Set<Alternative['source']>(['as-is', 'stem', 'translation']);

/** Prepares the analysis of a query for an index. */
export function intentQuery(language: Language, analysis: QueryAnalysis): IntentQuery {
  let left = mostNeighbours;
  const groups = analysis.groups.map((group) => {
    const prepared = intentGroup(language, group, left);
    left -= prepared.neighbours.length;
    return prepared;
  });
  const vector = language.queryVector(analysis);
  // The pieces of words that nobody knows (xqzvw) mean nothing.
  const meaning = vector && language.meaning(analysis.wanted);
  const subject = vector && language.subject(analysis.wanted);
  const tasks = (subject ? language.tasks(subject) : []).map(
    ({ task, weight }): Alternative => ({
      term: taskTerm(task.id),
      surface: task[analysis.language],
      weight,
      source: 'task',
      hasOpposite: task.hasOpposite,
    }),
  );
  return { groups, vector, meaning, way: language.way(analysis.wanted), tasks };
}

function intentGroup(language: Language, { token, weight, generic, alternatives }: Group, most: number): IntentGroup {
  return {
    token,
    generic,
    // A common English word says little. Japanese words are already weighted by the analysis.
    weight: isAscii.test(token) ? weight * language.wordWeight(token) : weight,
    alternatives,
    // A refused word is refused only by its own names.
    neighbours: (weight > 0 ? alternatives : [])
      .filter(({ source }) => sourcesWithNeighbours.has(source))
      .flatMap((of) =>
        language
          .neighbours(of.surface)
          .filter(({ cosine }) => cosine >= leastCosine)
          .map(({ term, word, cosine }) => ({ of, term, surface: word, cosine })),
      )
      .slice(0, most),
  };
}
