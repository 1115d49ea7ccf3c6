import type { QueryLanguage } from '@shirube/language';
import type { Confidence } from './confidence.js';
import { shares } from './formula.js';
import { place } from './intentFeatures.js';
import type { TokenMatch } from './tokenMatches.js';

/** A task that both share with less certainty is not named. */
const leastTaskPart = 0.1 * shares.tasks;

const placeNames: Record<QueryLanguage, [bit: number, name: string][]> = {
  ja: [
    [place.name, '名前'],
    [place.category, 'カテゴリ'],
    [place.description, '説明'],
  ],
  en: [
    [place.name, 'name'],
    [place.category, 'category'],
    [place.description, 'description'],
  ],
};

function list(language: QueryLanguage, parts: readonly string[]): string {
  if (language === 'ja') return parts.join('と');
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

const quoted = (language: QueryLanguage, token: string): string => (language === 'ja' ? `「${token}」` : `"${token}"`);

/** Returns the words through which a token was found, if they differ from it. */
function ways(token: string, matches: readonly TokenMatch[]): string[] {
  const surfaces = matches
    .filter(({ alternative: { source } }) => source !== 'as-is' && source !== 'stem')
    .map(({ alternative }) => alternative.surface);
  return [...new Set(surfaces)].filter((surface) => surface !== token);
}

/** Returns a token with the words that it was found by: 「天気」→ weather, forecast. */
function phrase(language: QueryLanguage, token: string, matches: readonly TokenMatch[]): string {
  const through = ways(token, matches);
  if (through.length === 0) return quoted(language, token);
  const kind = matches.find(({ alternative }) => alternative.kind !== undefined)?.alternative.kind;
  if (kind !== undefined && language === 'en') return `${quoted(language, token)} (${kind}: ${through.join(', ')})`;
  if (kind !== undefined) return `${quoted(language, token)}（${kind}）→ ${through.join(', ')} `;
  return language === 'ja'
    ? `${quoted(language, token)}→ ${through.join(', ')} `
    : `${quoted(language, token)} (${through.join(', ')})`;
}

/** Groups matches by token, in the order of `tokens`. */
function byToken(tokens: readonly string[], matches: readonly TokenMatch[]): [string, TokenMatch[]][] {
  return tokens.flatMap((token): [string, TokenMatch[]][] => {
    const own = matches.filter((match) => match.token === token);
    return own.length > 0 ? [[token, own]] : [];
  });
}

/** Returns the translations and synonyms through which tokens were found. */
export const otherWords = (tokens: readonly string[], matches: readonly TokenMatch[]): string[] => [
  ...new Set(byToken(tokens, matches).flatMap(([token, own]) => ways(token, own))),
];

/** Returns the words of the query that matched, each with what matched it, or undefined if none did. */
function matchedWords(
  language: QueryLanguage,
  tokens: readonly string[],
  matches: readonly TokenMatch[],
): string | undefined {
  const matched = byToken(tokens, matches);
  if (matched.length === 0) return undefined;
  return list(
    language,
    matched.map(([token, own]) => phrase(language, token, own)),
  );
}

/** Returns the task that the query and the service share, if it is certain enough to be named. */
function taskOf(matches: readonly TokenMatch[]): string | undefined {
  const tasks = matches.filter(({ alternative: { source }, part }) => source === 'task' && part >= leastTaskPart);
  return tasks.sort((a, b) => b.part - a.part)[0]?.alternative.surface;
}

/** Returns the text in the language of the query. */
const inLanguage = (language: QueryLanguage, ja: string, en: string): string => (language === 'ja' ? ja : en);

/** Explains why a service is among the results: which words matched, through which others, and where. */
export function serviceReason(
  language: QueryLanguage,
  tokens: readonly string[],
  matches: readonly TokenMatch[],
): string {
  const words = matchedWords(language, tokens, matches);
  const task = taskOf(matches);
  if (words === undefined) {
    if (tokens.length === 0)
      return inLanguage(language, '指定された条件を満たしています。', 'It meets the stated conditions.');
    return task === undefined
      ? inLanguage(
          language,
          '一致する言葉はありませんが、意味が近いサービスです。',
          'No word of the query occurs in it, but its meaning is close.',
        )
      : inLanguage(
          language,
          `一致する言葉はありませんが、用途「${task}」に合います。`,
          `No word of the query occurs in it, but it matches the task: ${task}.`,
        );
  }
  const bits = matches.reduce((all, { places }) => all | places, 0);
  const names = placeNames[language].filter(([bit]) => (bits & bit) !== 0).map(([, name]) => name);
  const where = list(language, names);
  const reason = inLanguage(language, `${words}が${where}に一致します。`, `Matches ${words} in its ${where}.`);
  return task === undefined
    ? reason
    : inLanguage(language, `${reason}用途「${task}」に合います。`, `${reason} Matches the task: ${task}.`);
}

/** Returns one sentence on what the words of the query led to. */
export function resultReason(
  language: QueryLanguage,
  tokens: readonly string[],
  matches: readonly TokenMatch[],
  confidence: Confidence,
): string {
  const reason = matchReason(language, tokens, matches);
  if (confidence === 'high') return reason;
  return (
    reason +
    inLanguage(language, 'ただし、お探しのものではない可能性があります。', ' They may not be what was asked for.')
  );
}

function matchReason(language: QueryLanguage, tokens: readonly string[], matches: readonly TokenMatch[]): string {
  const words = matchedWords(language, tokens, matches);
  if (words !== undefined)
    return inLanguage(language, `${words}に合うサービスです。`, `These services match ${words}.`);
  return tokens.length === 0
    ? inLanguage(language, '指定された条件を満たすサービスです。', 'These services meet the stated conditions.')
    : inLanguage(
        language,
        '一致する言葉はありませんが、意味が近いサービスです。',
        'No word of the query occurs in these services, but their meaning is close.',
      );
}

/** Returns one sentence on why there is no result. */
export function emptyReason(language: QueryLanguage, tokens: readonly string[]): string {
  const quotedTokens = tokens.map((token) => quoted(language, token));
  const words = list(language, quotedTokens);
  return tokens.length === 0
    ? inLanguage(language, '検索の手がかりになる言葉がありませんでした。', 'The query has no words to search for.')
    : inLanguage(language, `${words}に合うサービスは見つかりませんでした。`, `No service was found for ${words}.`);
}

/** Returns one sentence on why a page after the last answer is empty. */
export const noMoreReason = (language: QueryLanguage, answers: number): string =>
  inLanguage(
    language,
    `合うサービスは${answers}件だけです。`,
    `There ${answers === 1 ? 'is only 1 match' : `are only ${answers} matches`}.`,
  );

/** Says in which order free services come, by the kinds that occur: free (0), with a free quota (1). */
export function freeReason(language: QueryLanguage, places: ReadonlySet<number>): string {
  if (!places.has(1)) return '';
  return places.has(0)
    ? inLanguage(
        language,
        '無料のサービス、無料枠のあるサービスの順です。',
        ' Free services come first, then those with a free quota.',
      )
    : inLanguage(
        language,
        '完全に無料のサービスはありませんが、無料枠があります。',
        ' None is free; these have a free quota.',
      );
}
