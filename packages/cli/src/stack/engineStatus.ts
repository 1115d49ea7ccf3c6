import { reasonOf } from '@shirube/contracts';
import type { MeilisearchStatus, SearchIndex } from '@shirube/search';
import { type Settings, withoutSecrets } from '@shirube/service-kit/settings';
import { pluralize } from '../terminal/format.js';

/** The state of the search engine, as far as it is visible from outside the services. */
type EngineStatus =
  | { engine: 'embedded' }
  | ({ engine: 'meilisearch'; url: string } & (MeilisearchStatus | { fault: string }));

/** The message for attempts to rebuild the embedded engine. */
export const embeddedExplanation =
  'The search engine is embedded and is rebuilt from Postgres at every start of Shirube: there is nothing to do.';

/** Opens the index in Meilisearch. Returns undefined if the engine is embedded. The caller must close it. */
export async function meilisearchIndex(settings: Settings): Promise<SearchIndex | undefined> {
  if (!settings.MEILI_URL) return undefined;
  const { openSearch } = await import('@shirube/search');
  return (await openSearch(settings)).index();
}

/** Queries the state of the engine. An engine that does not respond is reported as a fault, not thrown. */
export async function engineStatus(settings: Settings): Promise<EngineStatus> {
  const { MEILI_URL, MEILI_API_KEY: apiKey } = settings;
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

/** Describes the state of the settings, and whether they are current or an indexer still has to apply them. */
export function settingsState({ found, wanted }: MeilisearchStatus): { current: boolean; finding: string } {
  if (!found) return { current: false, finding: 'not applied: there is no index yet, or it is not complete' };
  const version = `${found.document}-${found.settings}`;
  const expected = `${wanted.document}-${wanted.settings}`;
  if (version !== expected) return { current: false, finding: `${version}; this version has ${expected}` };
  return { current: true, finding: version };
}

/** Formats the engine for people, as lines of `facts`. */
export function describeEngine(status: EngineStatus): [string, string][] {
  if (status.engine === 'embedded') return [['engine', 'embedded, rebuilt from Postgres at every start']];
  const engine: [string, string] = ['engine', `Meilisearch at ${status.url}`];
  if ('fault' in status) return [engine, ['documents', `unknown: ${status.fault}`]];
  return [engine, ['documents', pluralize(status.documents, 'document')], ['settings', settingsState(status).finding]];
}
