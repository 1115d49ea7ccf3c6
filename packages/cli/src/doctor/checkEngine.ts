import { countListed, nodeProgress } from '@shirube/catalog';
import { program } from '../program.js';
import { engineStatus, settingsState } from '../stack/engineStatus.js';
import type { Catalog } from '../stack/openCatalog.js';
import { count, pluralize } from '../terminal/format.js';
import { type Finding, fault, ok, warning } from './finding.js';

/** Whether the search engine responds, has the current settings, and holds as many services as the catalog. */
export async function checkEngine({ database, settings }: Catalog): Promise<Finding[]> {
  const status = await engineStatus(settings);
  if (status.engine === 'embedded') return [ok('engine', 'embedded, rebuilt from Postgres at every start')];
  if ('fault' in status) {
    const advice = 'Check MEILI_URL and MEILI_API_KEY, and that Meilisearch is running.';
    return [fault('engine', `Meilisearch at ${status.url}: ${status.fault}`, advice)];
  }
  const { current, finding } = settingsState(status);
  const versions = current
    ? ok('index settings', finding)
    : warning('index settings', finding, 'Start an indexer of this version: it applies them, or rebuilds the index.');
  const [services, { pending, setAside }] = await Promise.all([
    countListed(database),
    nodeProgress(database, settings.SEARCH_NODE),
  ]);
  const holds = `Meilisearch at ${status.url}, ${pluralize(status.documents, 'document')}`;
  const settled = pending === 0 && setAside === 0;
  const engine =
    settled && services !== status.documents
      ? warning(
          'engine',
          `${holds} for ${count(services)} services`,
          `Compare and repair: ${program} index verify --repair`,
        )
      : ok('engine', holds);
  return [engine, versions];
}
