import type { LanguageData } from '../data/languageData.js';
import { joinPairs } from '../data/vectors.js';
import type { Filler } from '../data/wordLists.js';
import type { WeightedWord, WordTable } from '../data/wordTable.js';
import { foldWidth } from '../words/normalize.js';
import { hasJapanese, isKatakana } from '../words/script.js';
import type { TextWord } from '../words/textWord.js';
import { curatedPhrases, englishAlternatives } from './englishGroup.js';
import type { Group, QueryAnalysis } from './queryAnalysis.js';
import { queryStart } from './queryStart.js';
import type { Respeller } from './respell.js';
import { type TokenGroup, translationGroups } from './translationGroups.js';

const GENERIC = 0.4;
const NEGATED = 0.5;
// No sentence needs more than these. They limit the work for the longest query to a few times that for a usual one.
const MOST_READ = 80;
const MOST_TOKENS = 16;
const MOST_GROUPS = 20;

export interface WordsOptions {
  /**
   * Whether the query states constraints. If so, "API" or "service" alone is only their subject, not a word to search
   * for.
   */
  isConstrained?: boolean;
  /** What the query says is not required. */
  unneeded?: readonly string[];
}

/** Returns the tokens, groups and vector words of a query from which the constraints are already removed. */
export function analyzeWords(
  text: string,
  data: LanguageData,
  { isConstrained = false, unneeded = [] }: WordsOptions = {},
): Pick<QueryAnalysis, 'tokens' | 'groups' | 'vectorWords'> {
  const { readWords, respell, filler, dictionary, table } = data;
  const words = readWords(queryStart(text, MOST_READ)).map((word) => asMeant(word, respell));
  const tokens = tokenPlaces(words, filler, isConstrained);
  const phrases = curatedPhrases(words, data);
  const negatedWords = new Set(unneeded.flatMap((phrase) => readWords(phrase).map(({ word }) => word)));
  const spell = createSpelling(text);
  const groups: Group[] = [];
  const order: (string | number)[] = [];
  for (const [at, word] of words.entries()) {
    if (tokens.get(word.word) !== at) {
      if (word.kind === 'ascii') order.push(word.word);
      continue;
    }
    const negated = negatedWords.has(word.word);
    const generic = filler.generic.has(word.word);
    const weight = (generic ? GENERIC : 1) * (negated ? NEGATED : 1);
    const tokenGroups: TokenGroup[] =
      word.kind === 'ascii'
        ? [{ token: word.word, alternatives: englishAlternatives(word, phrases.get(at), data), share: 1 }]
        : translationGroups(word, dictionary, filler);
    for (const { token, alternatives, share } of tokenGroups.slice(0, MOST_GROUPS - groups.length)) {
      order.push(groups.length);
      groups.push({ token: spell(token), weight: weight * share, generic, negated, alternatives });
    }
  }
  return {
    tokens: [...tokens.keys()].map(spell),
    groups,
    vectorWords: vectorWords(order, groups, table),
  };
}

/** Returns a misspelt English word with the word that it stands for. */
function asMeant(word: TextWord, respell: Respeller): TextWord {
  const meant = word.kind === 'ascii' && word.parts.length === 0 ? respell(word.word) : word.word;
  return meant === word.word ? word : { ...word, english: [meant] };
}

/** Returns a token as the user wrote it: サッカー, although it is looked up without its last long vowel. */
function createSpelling(text: string): (token: string) => string {
  const written = foldWidth(text);
  return (token) => (isKatakana(token) && written.includes(`${token}ー`) ? `${token}ー` : token);
}

/**
 * Returns the words of the query's vector. `order` contains the indexes of the groups and, between them, English filler
 * words, which shape the vector a little, as they did when the table was fitted.
 */
function vectorWords(order: (string | number)[], groups: Group[], table: WordTable): WeightedWord[] {
  const run: WeightedWord[] = [];
  const others: WeightedWord[] = [];
  for (const item of order) {
    if (typeof item === 'string') {
      run.push({ word: item, weight: 1 });
      continue;
    }
    const group = groups[item];
    const [main, ...rest] = group ? shares(group) : [];
    if (main) run.push(main);
    for (const { word, weight } of rest) others.push({ word, weight: weight * table.weight(word) });
  }
  return [...joinPairs(run, table), ...others];
}

/** Returns the words that are tokens and their first positions, in order, without filler. */
function tokenPlaces(words: TextWord[], { drop, weak }: Filler, isConstrained: boolean): Map<string, number> {
  const content = new Map<string, number>();
  for (const [at, { word, surface }] of words.entries()) {
    const isFiller = (drop.has(word) || drop.has(surface)) && !isOutOfOrder(words, at);
    if (isFiller || content.has(word)) continue;
    if (content.size < MOST_TOKENS) content.set(word, at);
  }
  const strong = [...content].filter(([word]) => !weak.has(word));
  return strong.length > 0 || isConstrained ? new Map(strong) : content;
}

/** Distributes a group's weight among its English alternatives, most likely first. */
function shares({ alternatives, weight }: Group): WeightedWord[] {
  const english = alternatives
    .filter(({ source, surface }) => source !== 'part' && !hasJapanese(surface))
    .sort((a, b) => b.weight - a.weight);
  const total = english.reduce((sum, { weight: own }) => sum + own * own, 0);
  return english.map(({ surface, weight: own }) => ({ word: surface, weight: (weight * own * own) / total }));
}

const being = new Set(['is', 'are', 'was', 'were', 'be', 'been', 'being', 'go', 'goes', 'went', 'gone', 'going']);
const things = new Set(['site', 'website', 'server', 'service', 'api', 'network', 'system', 'page', 'app']);
/** With these verbs, "down" is part of the verb. */
const verbs = new Set(
  'break breaking broke broken calm come count cut dig drill drop hold lie narrow pin put roll scale scroll settle sit slow step tear track turn upside water write writing written'.split(
    ' ',
  ),
);

/** Whether the word at that position is the "down" of "is the site down?", which says what is asked for. */
function isOutOfOrder(words: readonly TextWord[], at: number): boolean {
  if (words[at]?.word !== 'down') return false;
  const before = words.slice(Math.max(0, at - 4), at).map(({ word }) => word);
  const last = before.at(-1) ?? '';
  return things.has(last) || (!verbs.has(last) && before.some((word) => being.has(word)));
}
