import type { Service } from '@shirube/contracts';
import { endpointHost, providerOf, squash } from '@shirube/domain';
import type { Language, QueryAnalysis, QueryLanguage } from '@shirube/language';
import { addressName, serviceNames, weakName } from '../document/serviceNames.js';
import type { IntentQuery } from '../intent/intentQuery.js';
import type { RankedService, SearchFilter, SearchReader } from '../searchEngine.js';
import { parseService } from '../serviceJson.js';
import { findNamed, type NamedPart, usualSort } from './namedServices.js';
import { addressesIn } from './queryNames.js';

/** What a sentence names, and its analysis, in which no word that occurs in the catalog is corrected. */
export interface NamedIntent {
  analysis: QueryAnalysis;
  parts: NamedPart[];
  /** Whether it says something besides addresses. */
  hasText: boolean;
}

/**
 * Returns the names that a sentence refuses ("not from acme", "without acme"). An ordinary word is refused by what
 * services say, not by their names.
 */
export function refusedNames(language: Language, { groups, refused }: QueryAnalysis): string[] {
  // Lists of words tell names only in Latin letters.
  const unwanted = groups
    .filter(({ negated, token }) => negated && /^[a-z\d-]+$/.test(token))
    .map(({ token }) => token);
  const names = [...refused.map((tokens) => tokens.join('')), ...unwanted].map(squash);
  return [...new Set(names)].filter((name) => name !== '' && !language.isWord(name));
}

/** Finds what a sentence names. What it refuses is not named. */
export async function findNamedIntent(
  reader: SearchReader,
  language: Language,
  text: string,
  filter: (analysis: QueryAnalysis) => SearchFilter,
): Promise<NamedIntent> {
  const analysis = language.analyzeQuery(text);
  const addresses = analysis.refused.length > 0 ? [] : addressesIn(text);
  const misspelt = language.misspelt(analysis.rest);
  const [{ parts, hasText }, occurring] = await Promise.all([
    findNamed(reader, language, [analysis.rest, ...addresses].join(' '), filter(analysis)),
    misspelt.length > 0 ? reader.occurring(misspelt) : [],
  ]);
  const known = new Set([...occurring, ...parts.flatMap(({ names }) => names)]);
  const isCorrected = misspelt.some((word) => known.has(word));
  return { analysis: isCorrected ? language.analyzeQuery(text, known) : analysis, parts, hasText };
}

/** Returns the services that a sentence names: those that its other words fit best come first. */
export async function namedAnswers(
  reader: SearchReader,
  parts: readonly NamedPart[],
  query: IntentQuery,
  { filter, limit }: { filter: SearchFilter; limit: number },
): Promise<RankedService[]> {
  const answers: RankedService[] = [];
  for (const part of parts) {
    const own = { ...filter, ...part.filter };
    const left = limit - answers.length;
    if (left <= 0) break;
    const ranked = part.isWhole ? [] : await reader.rank({ query, filter: own, limit: left });
    const { services } = await reader.list({ filter: own, sort: usualSort, offset: 0, limit: left });
    const known = new Set(ranked.map(({ service }) => service));
    const rest = services.filter((service) => !known.has(service));
    answers.push(
      ...ranked.map((answer) => ({ ...answer, score: 1, isNamed: true })),
      ...rest.map((service) => ({ service, score: 1, matches: [], isLast: false, isNamed: true })),
    );
  }
  return answers.slice(0, limit);
}

/** Returns the providers that a query names: not by the name of a service, nor by a label that they give their hosts. */
export function namedProviders(answers: readonly RankedService[], parts: readonly NamedPart[]): string[] {
  const names = new Set(parts.flatMap((part) => part.names).filter((name) => name !== weakName(name.slice(1))));
  const isNamed = (service: Service) => serviceNames(service).some((name) => names.has(name));
  const services = answers.map(({ service }) => parseService(service)).filter(isNamed);
  return [...new Set(services.map(({ endpoint }) => providerOf(endpoint)))];
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
  if (provider && names.has(squash(provider.name)))
    return language === 'ja' ? `提供者は${provider.name}です。` : `Its provider is ${provider.name}.`;
  return language === 'ja' ? `ホストは${host}です。` : `Its host is ${host}.`;
}

/** Returns the tokens by which a query names a service. */
export function namingTokens(tokens: readonly string[], service: Service): string[] {
  const names = new Set(serviceNames(service));
  return tokens.filter((token) => names.has(squash(token)) || names.has(weakName(squash(token))));
}

/** Says that the query names the first results. */
export const namedResultReason = (language: QueryLanguage): string =>
  language === 'ja' ? '名前が指定されたサービスです。' : 'The query names these services.';
