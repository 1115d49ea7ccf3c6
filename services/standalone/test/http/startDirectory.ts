import { createKey } from '@shirube/catalog';
import { createLogger, readSettings } from '@shirube/service-kit';
import { type DirectoryClient, directoryClient, testDatabaseUrl } from '@shirube/testing';
import type { Test } from 'tap';
import { buildDirectory, type Directory } from '../../dist/app.js';

/** Starts a complete directory with its own database on a free port. It stops when the test ends. */
export async function startDirectory(
  t: Test,
  environment: NodeJS.ProcessEnv = {},
): Promise<{ directory: Directory; client: DirectoryClient }> {
  const directory = await buildDirectory({
    settings: readSettings({ MONITOR: 'off', ...environment, DATABASE_URL: await testDatabaseUrl(t) }),
    log: createLogger('test', process.env.LOG_LEVEL ?? 'silent'),
  });
  t.teardown(() => directory.close());
  const { key } = await createKey(directory.database, { name: 'test', scopes: ['services:write'] });
  const base = await directory.app.listen({ host: '127.0.0.1', port: 0 });
  return { directory, client: directoryClient(base, key) };
}
