import { pluralize } from '@shirube/domain';
import type { QueryLanguage } from '@shirube/language';
import type { Confidence } from './confidence.js';
import { shares } from './formula.js';
import { place } from './intentFeatures.js';
import type { TokenMatch } from './tokenMatches.js';

/** A task that both share with less certainty is not named. */
const leastTaskPart = 0.1 * shares.tasks;

/** The places of words, the most telling first. */
const placeNames: [bit: number, names: Record<QueryLanguage, string>][] = [
  [place.name, { ja: '名前', en: 'name' }],
  [place.description, { ja: '説明', en: 'description' }],
  [place.category, { ja: 'カテゴリ', en: 'category' }],
];

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

/** Whether the words of the query name what was found, and not only something similar. */
const isNamed = ({ alternative: { source } }: TokenMatch): boolean =>
  source === 'as-is' || source === 'stem' || source === 'translation' || source === 'kind';

/** Returns a token with its kind, or with the word that it was found by if that is another: 「天気」（weather）. */
function phrase(language: QueryLanguage, token: string, matches: readonly TokenMatch[]): string {
  const kind = matches.find(({ alternative }) => alternative.kind !== undefined)?.alternative.kind;
  const note = kind ?? ways(token, matches)[0];
  const word = inLanguage(language, `「${token}」`, token);
  return note === undefined ? word : inLanguage(language, `${word}（${note}）`, `${word} (${note})`);
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

/** Returns the task that the query and the service share, if it is certain enough to be named. */
function taskOf(matches: readonly TokenMatch[]): string | undefined {
  const tasks = matches.filter(({ alternative: { source }, part }) => source === 'task' && part >= leastTaskPart);
  return tasks.sort((a, b) => b.part - a.part)[0]?.alternative.surface;
}

/** Returns the text in the language of the query. */
const inLanguage = (language: QueryLanguage, ja: string, en: string): string => (language === 'ja' ? ja : en);

/** Says in one short sentence why a service is among the results: which words it has and where, and its task. */
export function serviceReason(
  language: QueryLanguage,
  tokens: readonly string[],
  matches: readonly TokenMatch[],
): string {
  const namedWords = byToken(tokens, matches.filter(isNamed));
  const words = namedWords.length > 0 ? namedWords : byToken(tokens, matches);
  const task = taskOf(matches);
  if (words.length === 0) {
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
  const placeOf = (own: readonly TokenMatch[]) =>
    placeNames.find(([bit]) => own.some(({ places }) => (places & bit) !== 0)) ?? placeNames[1];
  const found = placeNames.flatMap((each) => {
    const [bit, { ja, en }] = each;
    const here = words
      .filter(([, own]) => placeOf(own) === each)
      .map(([token, own]) =>
        phrase(
          language,
          token,
          own.filter(({ places }) => (places & bit) !== 0),
        ),
      );
    return here.length === 0
      ? []
      : inLanguage(language, `${here.join('と')}が${ja}に`, `${here.join(' ')}, in the ${en}`);
  });
  const [first = '', second] = found;
  const rest = task?.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()) ?? second;
  if (language === 'en')
    return (first[0]?.toUpperCase() ?? '') + first.slice(1) + (rest === undefined ? '' : `; ${rest}`);
  return task === undefined ? `${found.slice(0, 2).join('、')}あります。` : `${first}あります（${task}）。`;
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
    reason + inLanguage(language, 'ただし、お探しのものではない可能性があります。', ' These may not be what you need.')
  );
}

function matchReason(language: QueryLanguage, tokens: readonly string[], matches: readonly TokenMatch[]): string {
  const words = byToken(tokens, matches).map(([token]) => token);
  if (words.length > 0)
    return inLanguage(
      language,
      `${words.map((word) => quoted(language, word)).join('と')}に合うサービスです。`,
      `These services match "${words.join(' ')}".`,
    );
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
    `There ${answers === 1 ? 'is' : 'are'} only ${pluralize(answers, 'match', 'matches')}.`,
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
