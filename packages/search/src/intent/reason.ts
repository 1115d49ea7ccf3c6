import type { QueryLanguage } from '@shirube/language';
import type { TokenMatch } from './rankCandidates.js';

/** A matched word, and through which other word where it was not the word itself. */
function phrase(language: QueryLanguage, { token, alternative }: TokenMatch): string {
  const { surface, source } = alternative;
  const isItself = surface === token || source === 'as-is' || source === 'stem';
  if (language === 'ja') return isItself ? `「${token}」` : `「${token}」（${surface}）`;
  return isItself ? `"${token}"` : `"${token}" (${surface})`;
}

function list(language: QueryLanguage, parts: readonly string[]): string {
  if (language === 'ja') return parts.join('');
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

/** Matches of one token once, in the order of `tokens`. */
function perToken(tokens: readonly string[], matches: readonly TokenMatch[]): TokenMatch[] {
  const first = new Map<string, TokenMatch>();
  for (const match of matches) if (!first.has(match.token)) first.set(match.token, match);
  return tokens.flatMap((token) => first.get(token) ?? []);
}

/** One sentence on why a service is among the results. */
export function serviceReason(
  language: QueryLanguage,
  tokens: readonly string[],
  matches: readonly TokenMatch[],
): string {
  if (matches.length === 0) {
    return language === 'ja'
      ? '指定された条件を満たしています。'
      : 'It meets the conditions that were stated.';
  }
  const words = list(
    language,
    perToken(tokens, matches).map((match) => phrase(language, match)),
  );
  return language === 'ja' ? `${words}に一致しました。` : `It matches ${words}.`;
}

/** One sentence on what the words of the query led to. */
export function resultReason(
  language: QueryLanguage,
  tokens: readonly string[],
  matches: readonly TokenMatch[],
  found: number,
): string {
  if (found === 0) {
    if (tokens.length === 0) {
      return language === 'ja'
        ? '検索の手がかりになる言葉がありませんでした。'
        : 'The query holds no word to search for.';
    }
    const words = list(
      language,
      tokens.map((token) => (language === 'ja' ? `「${token}」` : `"${token}"`)),
    );
    return language === 'ja'
      ? `${words}に合うサービスは見つかりませんでした。`
      : `No service was found for ${words}.`;
  }
  if (matches.length === 0) {
    return language === 'ja'
      ? '指定された条件を満たすサービスです。'
      : 'These services meet the stated conditions.';
  }
  const words = list(
    language,
    perToken(tokens, matches).map((match) => phrase(language, match)),
  );
  return language === 'ja' ? `${words}に合うサービスです。` : `These services match ${words}.`;
}
