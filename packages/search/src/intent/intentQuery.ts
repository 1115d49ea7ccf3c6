import type { Alternative, Group, Language, NearTask, QueryAnalysis, QueryLanguage } from '@shirube/language';
import { taskTerm } from './intentFeatures.js';

/** What an index is asked: groups of alternatives, how much each group counts, and where the query lies. */
export interface IntentQuery {
  groups: readonly IntentGroup[];
  /** Where its words lie, and where it lies as a whole. */
  vector: Float32Array | undefined;
  meaning: Float32Array | undefined;
  /** What it may be about, with the names in its language. */
  tasks: readonly Alternative[];
}

export interface IntentGroup {
  token: string;
  weight: number;
  /** Whether it says little in any query. */
  generic: boolean;
  alternatives: readonly Alternative[];
  /** Whether the vector of the query knows it; an acronym or the name of a product is found by its letters alone. */
  inVector: boolean;
  /** Words of like meaning that may stand in for an alternative, if the index holds them. */
  neighbours: readonly { of: Alternative; term: string; surface: string; cosine: number }[];
}

const leastCosine = 0.4;
/** More than the longest sentences have: what each of them costs is paid for every service that is ranked. */
const mostNeighbours = 240;
const isAscii = /^[\x20-\x7e]+$/;
const neighboured = new Set<Alternative['source']>(['as-is', 'stem', 'translation']);

/** Prepares the analysis of a query for an index. */
export function intentQuery(language: Language, analysis: QueryAnalysis): IntentQuery {
  let left = mostNeighbours;
  const groups = analysis.groups.map((group) => {
    const made = intentGroup(language, group, left);
    left -= made.neighbours.length;
    return made;
  });
  const meaning = language.meaning(analysis.wanted);
  const tasks = meaning ? language.tasks(meaning).map((near) => taskAlternative(near, analysis.language)) : [];
  return { groups, vector: language.queryVector(analysis), meaning, tasks };
}

const taskAlternative = ({ task, weight }: NearTask, language: QueryLanguage): Alternative => ({
  term: taskTerm(task.id),
  surface: task[language],
  weight,
  source: 'task',
});

function intentGroup(language: Language, { token, weight, generic, alternatives }: Group, most: number): IntentGroup {
  return {
    token,
    generic,
    // A common English word says little; Japanese words have been weighed by the analysis.
    weight: isAscii.test(token) ? weight * language.wordWeight(token) : weight,
    alternatives,
    inVector: alternatives.some(
      ({ source, surface }) => (source === 'kind' || neighboured.has(source)) && language.hasVector(surface),
    ),
    // What is refused is refused by its own names alone.
    neighbours: (weight > 0 ? alternatives : [])
      .filter(({ source }) => neighboured.has(source))
      .flatMap((of) =>
        language
          .neighbours(of.surface)
          .filter(({ cosine }) => cosine >= leastCosine)
          .map(({ term, word, cosine }) => ({ of, term, surface: word, cosine })),
      )
      .slice(0, most),
  };
}
