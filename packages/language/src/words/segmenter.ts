import type { Morphemes } from '../data/morphemes.js';
import { memoize } from '../memoize.js';

/**
 * One morpheme of a Japanese text: as written, in dictionary form, and with its part of speech (IPADIC's names, or
 * `UNK` if the dictionary lacks the word).
 */
export interface Morpheme {
  surface: string;
  base: string;
  kind: string;
  detail: string;
}

// A run of Japanese between punctuation or Latin letters takes about a kilobyte with its morphemes.
const RUNS = 1_500;
const UNKNOWN = -1;

export type Segmenter = (text: string) => Morpheme[];

/** A possible word of the text, with the most likely words before it. */
interface Edge {
  start: number;
  context: number;
  /** The cost of all these words, including this one. Higher is less likely. */
  cost: number;
  /** Its dictionary entry, or UNKNOWN. */
  entry: number;
  before: Edge | undefined;
}

/**
 * Creates the function that splits a text into its most likely morphemes with the Viterbi algorithm, as MeCab and
 * lindera do.
 */
export function createSegmenter(morphemes: Morphemes): Segmenter {
  const { child, firstEntries, entryContexts, entryCosts, transitions, contexts, category } = morphemes;

  /** Appends a word of the context to the most likely of the edges. */
  function append(edges: readonly Edge[], start: number, context: number, ownCost: number, entry: number): Edge {
    let cost = Number.POSITIVE_INFINITY;
    let before: Edge | undefined;
    for (const edge of edges) {
      const sum = edge.cost + (transitions[context * contexts + edge.context] as number);
      if (sum >= cost) continue;
      cost = sum;
      before = edge;
    }
    return { start, context, cost: cost + ownCost, entry, before };
  }

  function likeliest(text: string): Edge | undefined {
    // The edges that end at each position of the text.
    const ends = Array.from({ length: text.length + 1 }, (): Edge[] => []);
    ends[0]?.push({ start: 0, context: 0, cost: 0, entry: UNKNOWN, before: undefined });
    let unknownEnd = 0;
    for (let start = 0; start < text.length; start += 1) {
      const edges = ends[start] as Edge[];
      if (edges.length === 0) continue;
      let isKnown = false;
      let node = 0;
      for (let end = start; end < text.length; end += 1) {
        node = child(node, text.charCodeAt(end));
        if (node === 0) break;
        for (let entry = firstEntries[node] as number; entry < (firstEntries[node + 1] as number); entry += 1) {
          const context = entryContexts[entry] as number;
          ends[end + 1]?.push(append(edges, start, context, entryCosts[entry] as number, entry));
          isKnown = true;
        }
      }
      if (start < unknownEnd) continue;
      const { always, group, words } = category(text.charCodeAt(start));
      if (isKnown && !always) continue;
      unknownEnd = start + 1;
      while (group && unknownEnd < text.length && category(text.charCodeAt(unknownEnd)).words === words)
        unknownEnd += 1;
      for (const [context, cost] of words) ends[unknownEnd]?.push(append(edges, start, context, cost, UNKNOWN));
    }
    return append(ends[text.length] as Edge[], text.length, 0, 0, UNKNOWN).before;
  }

  function morphemeOf(surface: string, { entry, context }: Edge): Morpheme {
    if (entry === UNKNOWN) return { surface, base: surface, kind: 'UNK', detail: '*' };
    const [kind, detail] = morphemes.kinds[context] as [string, string];
    const [cut, end] = morphemes.forms[morphemes.entryForms[entry] as number] as [number, string];
    return { surface, base: surface.slice(0, surface.length - cut) + end, kind, detail };
  }

  return memoize(RUNS, (text) => {
    const found: Morpheme[] = [];
    let end = text.length;
    for (let edge = likeliest(text); edge?.before; edge = edge.before) {
      found.push(morphemeOf(text.slice(edge.start, end), edge));
      end = edge.start;
    }
    return found.reverse();
  });
}
