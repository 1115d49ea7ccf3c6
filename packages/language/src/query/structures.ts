import { rowsOf } from '../data/wordLists.js';
import type { WeightedWord, WordTable } from '../data/wordTable.js';
import { stemWord } from '../words/englishWords.js';
import { type QueryLanguage, queryLanguage } from '../words/script.js';
import type { Group } from './queryAnalysis.js';

interface Structure {
  names: Record<QueryLanguage, string>;
  pattern: RegExp;
  termsOf: (written: string) => readonly string[];
}

// No sentence contains more than these.
const MOST = 4;
/** It shows what the words around it are about, but says less than they do. */
const WEIGHT = 0.6;
const NEXT = 0.85;

/**
 * Creates the function that recognises things by their form: a cron expression, a ticker, an address, a pair of
 * languages. It returns a group for each of them, and the text without them.
 */
export function createStructureReader(tsv: string): (text: string) => { groups: Group[]; rest: string } {
  const structures = readStructures(rowsOf(tsv));
  return (text) => {
    const language = queryLanguage(text);
    const groups: Group[] = [];
    let rest = text;
    for (const { names, pattern, termsOf } of structures) {
      rest = rest.replace(pattern, (written) => {
        if (groups.length === MOST) return written;
        const alternatives = termsOf(written).map((term, i) => ({
          term: stemWord(term),
          surface: term,
          weight: NEXT ** i,
          source: 'kind' as const,
          kind: names[language],
        }));
        groups.push({ token: written.trim(), weight: WEIGHT, generic: false, negated: false, alternatives });
        // A URL may be refused, so the constraints are read with it.
        return /^https?:/.test(written) ? written : ' ';
      });
    }
    return { groups, rest };
  };
}

/** Returns what the group of something recognised by its form adds to the vector of a query. */
export const structureWords = ({ alternatives }: Group, table: WordTable): WeightedWord[] =>
  alternatives
    .slice(0, 2)
    .map(({ surface, weight }) => ({ word: surface, weight: (weight / 2) * table.weight(surface) }));

function readStructures(rows: readonly (readonly string[])[]): Structure[] {
  const languages = rows.filter(([first]) => first === 'language');
  const nameOf = new Map(languages.flatMap(([, code, kanji, name]) => [code, kanji].map((key) => [key, name])));
  const codes = languages.map(([, code]) => code).join('|');
  const kanji = languages.map(([, , sign]) => sign).join('');
  // en→ja, ja-en, 英日. 日中 means daytime unless a translation follows.
  const arrows = `(?<![\\w-])(?:${codes})(?:→|⇒|->|=>|>|-|/)(?:${codes})(?![\\w-])`;
  const pairs = `(?<!\\p{Script=Han})(?:英[${kanji}]|[${kanji}]英|[${kanji}]{2}(?=翻訳|訳|通訳|辞書))(?=翻訳|訳|通訳|辞書|変換|\\P{Script=Han}|$)`;
  const parts = new RegExp(`${codes}|[${kanji}]`, 'gu');
  return [
    ...rows
      .filter(([first]) => first !== 'language')
      .map(([en = '', ja = '', pattern = '', terms = '']) => ({
        names: { en, ja },
        pattern: new RegExp(pattern, 'gu'),
        termsOf: () => terms.split(', '),
      })),
    {
      names: { en: 'pair of languages', ja: '言語の組' },
      pattern: new RegExp(`${arrows}|${pairs}`, 'gu'),
      termsOf: (written) => ['translation', ...(written.match(parts) ?? []).flatMap((part) => nameOf.get(part) ?? [])],
    },
  ];
}
