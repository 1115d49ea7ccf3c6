import { type Database, openTextStore } from '@shirube/catalog';
import { reasonOf } from '@shirube/contracts';
import type { MeilisearchStatus, SearchIndex } from '@shirube/search';
import { type Settings, withoutSecrets } from '@shirube/service-kit/settings';
import { counted } from '../terminal/quantities.js';

/** The search engine as far as it can be asked from outside the services. */
export type EngineStatus =
  | { engine: 'embedded' }
  | ({ engine: 'meilisearch'; url: string } & (MeilisearchStatus | { fault: string }));

/** What there is to say of the embedded engine when somebody wants to verify or rebuild it. */
export const embeddedExplained =
  'The search engine is the embedded one, which is rebuilt from Postgres at every start of Shirube: nothing has to be done.';

/** The index in Meilisearch; undefined when the engine is the embedded one. To be closed by the caller. */
export async function meilisearchIndex(database: Database, settings: Settings): Promise<SearchIndex | undefined> {
  if (!settings.MEILI_URL) return undefined;
  const { openSearch } = await import('@shirube/search');
  return (await openSearch(settings)).index(openTextStore(database));
}

/** Asks the engine how it is; one that does not answer is part of the answer. */
export async function engineStatus({ MEILI_URL, MEILI_API_KEY: apiKey }: Settings): Promise<EngineStatus> {
  if (!MEILI_URL) return { engine: 'embedded' };
  const { meilisearchStatus, onlyMeilisearchUrl } = await import('@shirube/search');
  const url = onlyMeilisearchUrl(MEILI_URL);
  const known = { engine: 'meilisearch', url: withoutSecrets(url) } as const;
  try {
    return { ...known, ...(await meilisearchStatus({ url, apiKey })) };
  } catch (error) {
    return { ...known, fault: reasonOf(error) };
  }
}

/** The state of the settings in one sentence, and whether an indexer has work to do about it. */
export function settingsState({ found, wanted }: MeilisearchStatus): { current: boolean; finding: string } {
  if (!found) return { current: false, finding: 'not applied: there is no index, or not a whole one yet' };
  const version = `${found.document}-${found.settings}`;
  const expected = `${wanted.document}-${wanted.settings}`;
  if (version !== expected) return { current: false, finding: `${version}; this version has ${expected}` };
  return { current: true, finding: version };
}

/** The engine for people, as lines of `facts`. */
export function describeEngine(status: EngineStatus): [string, string][] {
  if (status.engine === 'embedded') return [['engine', 'embedded, rebuilt from Postgres at every start']];
  const engine: [string, string] = ['engine', `Meilisearch at ${status.url}`];
  if ('fault' in status) return [engine, ['documents', `unknown: ${status.fault}`]];
  return [engine, ['documents', counted(status.documents, 'document')], ['settings', settingsState(status).finding]];
}
