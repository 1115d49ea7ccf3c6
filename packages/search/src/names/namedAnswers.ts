import { maxAnswers, type Service } from '@shirube/contracts';
import { endpointHost, providerOf, squash } from '@shirube/domain';
import type { Language, QueryAnalysis, QueryLanguage } from '@shirube/language';
import { addressName, weakName } from '../document/serviceNames.js';
import type { IntentQuery } from '../intent/intentQuery.js';
import type { RankedService, SearchFilter, SearchReader } from '../searchEngine.js';
import { findNamed, type NamedPart, usualSort } from './namedServices.js';
import { urlOf } from './queryNames.js';

/** What a sentence names, and its analysis, in which no word that occurs in the catalog is corrected. */
export interface NamedIntent {
  analysis: QueryAnalysis;
  parts: NamedPart[];
  /** Whether it says something besides addresses. */
  hasText: boolean;
}

/**
 * Returns the names that a sentence refuses ("not from acme", "without acme"), and the ordinary words that it refuses or
 * does not require. Those are the name of a provider at most, and are otherwise refused by what services say. A refused
 * address stands for its provider.
 */
export function refusedNames(language: Language, { groups, refused, refusedAddresses, unneeded }: QueryAnalysis) {
  const distinct = (all: readonly string[]) => [...new Set(all.map(squash))].filter((name) => name !== '');
  // Lists of words tell names only in Latin letters.
  const isLatin = (word: string) => /^[a-z\d-]+$/i.test(word);
  // The names of companies that a list of words holds do not occur in general English.
  const isOrdinary = (name: string) => [name, name.replace(/s$/, '')].some((word) => language.wordWeight(word) < 1);
  const phrases = refused.map((tokens) => tokens.join(''));
  const providers = refusedAddresses.map((address) => providerOf(urlOf(address)));
  const tokens = groups.filter(({ negated, token }) => negated && isLatin(token)).map(({ token }) => token);
  return {
    names: [...distinct([...phrases, ...tokens]).filter((name) => !isOrdinary(name)), ...new Set(providers)],
    words: distinct([...phrases, ...unneeded.filter(isLatin)]).filter(isOrdinary),
  };
}

/** Finds what a sentence names. What it refuses is not named. */
export async function findNamedIntent(
  reader: SearchReader,
  language: Language,
  text: string,
  filter: (analysis: QueryAnalysis) => SearchFilter,
): Promise<NamedIntent> {
  const analysis = language.analyzeQuery(text);
  const misspelt = language.misspelt(analysis.naming);
  const [{ parts, hasText }, occurring] = await Promise.all([
    findNamed(reader, language, analysis.naming, filter(analysis)),
    misspelt.length > 0 ? reader.occurring(misspelt) : [],
  ]);
  const known = new Set([...occurring, ...parts.flatMap(({ names }) => names)]);
  const isCorrected = misspelt.some((word) => known.has(word));
  return { analysis: isCorrected ? language.analyzeQuery(text, known) : analysis, parts, hasText };
}

/** Returns all services that a sentence names, up to `maxAnswers`: those that its other words fit best come first. */
export async function namedAnswers(
  reader: SearchReader,
  parts: readonly NamedPart[],
  query: IntentQuery,
  { filter, limit }: { filter: SearchFilter; limit: number },
): Promise<RankedService[]> {
  const answers: RankedService[] = [];
  for (const part of parts) {
    const own = { ...filter, ...part.filter };
    const left = maxAnswers - answers.length;
    if (left <= 0) break;
    const ranked = part.isWhole ? [] : await reader.rank({ query, filter: own, limit });
    const { services } = await reader.list({ filter: own, sort: usualSort, offset: 0, limit: left });
    const known = new Set(ranked.map(({ service }) => service));
    const rest = services.filter((service) => !known.has(service));
    answers.push(
      ...ranked.map((answer) => ({ ...answer, score: 1, isNamed: true })),
      ...rest.map((service) => ({ service, score: 1, matches: [], isLast: false, isNamed: true })),
    );
  }
  return answers.slice(0, maxAnswers);
}

/** Says by what a query names a service. */
export function namedReason(language: QueryLanguage, service: Service, parts: readonly NamedPart[]): string {
  const names = new Set(parts.flatMap((part) => part.names));
  const { name, endpoint, provider } = service;
  const host = endpointHost(endpoint);
  if (names.has(addressName(endpoint)))
    return language === 'ja' ? 'このアドレスのサービスです。' : 'It is at this address.';
  if (names.has(weakName(squash(name))))
    return language === 'ja' ? `名前が「${name}」です。` : `Its name is "${name}".`;
  if (provider && names.has(weakName(squash(provider.name))))
    return language === 'ja' ? `提供者は${provider.name}です。` : `Its provider is ${provider.name}.`;
  return language === 'ja' ? `ホストは${host}です。` : `Its host is ${host}.`;
}

/** Says that the query names the first results. */
export const namedResultReason = (language: QueryLanguage): string =>
  language === 'ja' ? '名前が指定されたサービスです。' : 'The query names these services.';
