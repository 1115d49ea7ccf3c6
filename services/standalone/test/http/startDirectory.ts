import { createKey } from '@shirube/catalog';
import { createLogger, readSettings } from '@shirube/service-kit';
import { catalogUrl, type DirectoryClient, directoryClient, patientSearches, until } from '@shirube/testing';
import type { Test } from 'tap';
import { buildDirectory, type Directory } from '../../src/app.ts';

/**
 * Starts a complete directory with its own database on a free port, with its monitor at work if that is on. It stops
 * when the test ends.
 */
export async function startDirectory(
  t: Test,
  environment: NodeJS.ProcessEnv = {},
): Promise<{ directory: Directory; client: DirectoryClient }> {
  const settings = readSettings({
    MONITOR: 'off',
    ...patientSearches,
    ...environment,
    DATABASE_URL: await catalogUrl(t),
  });
  const log = createLogger('test', process.env.LOG_LEVEL ?? 'silent');
  const directory = await buildDirectory({ settings, log });
  t.teardown(() => directory.close());
  const isAtWork = async () => (await directory.database.query('select from monitors')).rowCount;
  if (settings.MONITOR === 'on') await until(isAtWork, { message: 'the monitor does not start' });
  const { key } = await createKey(directory.database, { name: 'test', scopes: ['services:write'] });
  const base = await directory.app.listen({ host: '127.0.0.1', port: 0 });
  return { directory, client: directoryClient(base, key) };
}
