import { countServices, findLogHolder, listKeys, missingMigrations, nodeProgress } from '@shirube/catalog';
import { reasonOf } from '@shirube/contracts';
import { withoutSecrets } from '@shirube/service-kit/settings';
import { program } from '../program.js';
import type { Catalog } from '../stack/openCatalog.js';
import { duration, pluralize } from '../terminal/format.js';
import { type Finding, fault, ok, warning } from './finding.js';

/** Far more than an indexer needs, which is a second at most. */
const patienceSeconds = 60;

/** Whether Postgres responds. */
export async function checkPostgres({ database, url, settings, alone }: Catalog): Promise<Finding> {
  const address = settings.DATABASE_URL ? withoutSecrets(url) : 'embedded';
  try {
    const { rows } = await database.query<{ server_version: string }>('show server_version');
    const running = alone ? ', started for this check: Shirube is not running' : '';
    return ok('Postgres', `${rows[0]?.server_version ?? 'unknown version'}, ${address}${running}`);
  } catch (error) {
    return fault('Postgres', `${address}: ${reasonOf(error)}`, 'Check DATABASE_URL, and that Postgres is running.');
  }
}

/** Whether the schema matches this version. */
export async function checkMigrations({ database }: Catalog): Promise<Finding> {
  const missing = await missingMigrations(database);
  if (missing.length === 0) return ok('schema', 'up to date');
  return fault('schema', `lacks ${missing.join(', ')}`, 'Start Shirube: every start applies missing migrations.');
}

/** Whether there is a key that can register services. */
export async function checkKeys({ database, settings }: Catalog): Promise<Finding> {
  const now = new Date().toISOString();
  const keys = await listKeys(database);
  const live = keys.filter((key) => !key.revokedAt && (!key.expiresAt || key.expiresAt > now));
  const bootstrap = settings.BOOTSTRAP_API_KEY ? ', and BOOTSTRAP_API_KEY' : '';
  if (live.length > 0 || bootstrap) return ok('API keys', `${pluralize(live.length, 'live key')}${bootstrap}`);
  return warning('API keys', 'none is live, so nobody can register', `Issue one: ${program} keys create --name NAME`);
}

/** Sessions that are idle in a transaction are terminated sooner than this. */
const heldSeconds = 15;

/** Whether a long transaction blocks the followers of the log. */
export async function checkLogHolder({ database }: Catalog): Promise<Finding> {
  const part = 'log';
  const holder = await findLogHolder(database);
  if (!holder) return ok(part, 'no transaction holds it back');
  const { pid, application, seconds, state } = holder;
  const held = `held back for ${duration(seconds)} by process ${pid} of Postgres (${application || 'unnamed'}, ${state}, database ${holder.database})`;
  return seconds < heldSeconds
    ? ok(part, held)
    : warning(part, held, `End that transaction: select pg_terminate_backend(${pid})`);
}

/** Whether the indexers keep up. */
export async function checkIndexing({ database, settings, alone }: Catalog): Promise<Finding> {
  const part = 'indexing';
  const { pending, oldestSeconds, setAside } = await nodeProgress(database, settings.SEARCH_NODE);
  const since = alone ? 'until Shirube is started' : `the oldest for ${duration(oldestSeconds)}`;
  const waiting = `${pluralize(pending, 'service')} pending, ${since}`;
  if (pending > 0 && oldestSeconds > patienceSeconds && !alone) {
    return fault(part, waiting, 'Check that an indexer is running, and read its logs.');
  }
  if (setAside > 0) {
    return warning(
      part,
      `the engine refuses ${pluralize(setAside, 'service')}`,
      `See the reasons: ${program} index status. Fix them, then: ${program} index retry`,
    );
  }
  return ok(part, pending > 0 ? waiting : `nothing pending of ${pluralize(await countServices(database), 'service')}`);
}
