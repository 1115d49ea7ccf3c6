import { maxAnswers, type Service } from '@shirube/contracts';
import { providerOf } from '@shirube/domain';
import type { Language } from '@shirube/language';
import { firstSentence } from '../document/documentWords.js';
import type { SearchFilter, SearchReader } from '../searchEngine.js';
import { parseService, type ServiceJson } from '../serviceJson.js';
import { intentQuery } from './intentQuery.js';
import { isCrowded } from './mixProviders.js';

/** The number of ranked services among which other providers are looked for. */
const ranked = 60;
/** Services with less than this share of the best score do something else. */
const leastShare = 0.4;

/**
 * Finds services that do about the same, best first: its name and the first sentence of its description are the intent.
 * One service of every provider comes before further ones, and services of its own provider come last.
 */
export async function findSimilar(
  reader: SearchReader,
  language: Language,
  service: Service,
  limit: number,
): Promise<ServiceJson[]> {
  const analysis = language.analyzeQuery(`${service.name}. ${firstSentence(service.description)}`);
  const query = intentQuery(language, analysis);
  const filter: SearchFilter = { notStatus: 'inactive', ...(service.testnet ? {} : { testnet: false }) };
  const rank = async (limit: number) => (await reader.rank({ query, filter, limit })).slice(0, limit);
  const best = await rank(ranked);
  const found = isCrowded(best) ? await rank(maxAnswers) : best;
  const places = new Map([[providerOf(service.endpoint), maxAnswers]]);
  const others = found
    .map(({ service: json, score, isLast }) => ({ json, score, isLast, other: parseService(json) }))
    .filter(({ other }) => other.id !== service.id);
  const least = leastShare * (others[0]?.score ?? 0);
  return others
    .filter(({ score }) => score >= least)
    .map(({ json, isLast, other }) => {
      const provider = providerOf(other.endpoint);
      const before = places.get(provider) ?? 0;
      places.set(provider, before + 1);
      return { json, place: isLast ? 2 * maxAnswers : before };
    })
    .sort((a, b) => a.place - b.place)
    .slice(0, limit)
    .map(({ json }) => json);
}
