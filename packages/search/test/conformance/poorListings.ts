import type { CatalogEntry } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import type { Test } from 'tap';
import { intentSearch, parseService } from '../../dist/index.js';
import { entry } from '../catalogFixture.js';
import type { EngineUnderTest } from './engineUnderTest.js';

/** Services of a host that all have its slogan as description, found by what else is known about them. */
export async function poorListingConformance(t: Test, { reader, index }: EngineUnderTest): Promise<void> {
  const poor = (n: number, name: string, changes: Partial<CatalogEntry['service']>, summary?: string): CatalogEntry => {
    const { service, ...rest } = entry(n, { name, description: 'Unlock the power of our platform with one API.' });
    return { ...rest, service: { ...service, ...changes }, repeatsDescription: true, ...(summary ? { summary } : {}) };
  };
  const call = {
    type: 'http' as const,
    method: 'GET' as const,
    queryParams: { type: 'object', properties: { iban: { type: 'string', description: 'The bank account to check' } } },
  };
  await index.apply(
    [
      poor(1, 'Endpoint 1', {}, 'Tide tables for a harbour'),
      poor(2, 'Endpoint 2', { endpoint: 'https://api.example/v1/earthquake/nearby' }),
      poor(3, 'Endpoint 3', { call }),
      poor(4, 'Endpoint 4', {}),
    ].map((upsert) => ({ upsert })),
  );
  const language = await loadLanguage();
  for (const [text, word, name] of [
    ['when is high tide', 'tide', 'Endpoint 1'],
    ['満潮の時刻', '', 'Endpoint 1'],
    ['was there an earthquake', 'earthquake', 'Endpoint 2'],
    ['近くで地震があったか', '', 'Endpoint 2'],
    ['is this IBAN right', 'iban', 'Endpoint 3'],
  ] as const) {
    const { services } = await intentSearch(reader, language, { text, filter: {}, limit: 4 });
    t.equal(services[0]?.name, name, text);
    if (word === '') continue;
    const { hits } = await reader.search({ text: word, filter: {}, offset: 0, limit: 4 });
    t.strictSame(
      hits.map(({ service }) => parseService(service).name),
      [name],
      `by the keyword ${word}`,
    );
  }
}
