import type { Service } from '@shirube/contracts';
import { endpointHost } from '@shirube/domain';
import type { Language } from '@shirube/language';
import { firstSentence } from '../document/documentWords.js';
import type { SearchReader } from '../searchEngine.js';
import { parseService, type ServiceJson } from '../serviceJson.js';
import { intentQuery } from './intentQuery.js';

/** The number of ranked services among which other hosts are looked for. */
const ranked = 60;
/** Services with less than this share of the best score do something else. */
const leastShare = 0.4;

/**
 * Finds services that do about the same, best first: its name and the first sentence of its description are the intent.
 * One service of every host comes before further ones, and services of its own host come last.
 */
export async function findSimilar(
  reader: SearchReader,
  language: Language,
  service: Service,
  limit: number,
): Promise<ServiceJson[]> {
  const analysis = language.analyzeQuery(`${service.name}. ${firstSentence(service.description)}`);
  const found = await reader.rank({
    query: intentQuery(language, analysis),
    filter: { notStatus: 'inactive', ...(service.testnet ? {} : { testnet: false }) },
    limit: ranked,
  });
  const placesOfHost = new Map([[endpointHost(service.endpoint), ranked]]);
  const others = found
    .map(({ service: json, score, isLast }) => ({ json, score, isLast, other: parseService(json) }))
    .filter(({ other }) => other.id !== service.id);
  const least = leastShare * (others[0]?.score ?? 0);
  return others
    .filter(({ score }) => score >= least)
    .map(({ json, isLast, other }) => {
      const host = endpointHost(other.endpoint);
      const before = placesOfHost.get(host) ?? 0;
      placesOfHost.set(host, before + 1);
      return { json, place: isLast ? 2 * ranked : before };
    })
    .sort((a, b) => a.place - b.place)
    .slice(0, limit)
    .map(({ json }) => json);
}
