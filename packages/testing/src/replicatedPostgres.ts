import { execFile } from 'node:child_process';
import { appendFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { freePort, startLocalPostgres } from '@shirube/local-postgres';
import { signalPostgres } from './ownPostgres.js';
import { temporaryDirectory } from './temporaryDirectory.js';
import type { TestContext } from './testContext.js';

/** A primary Postgres and its replica. */
interface ReplicatedPostgres {
  primaryUrl: string;
  replicaUrl: string;
  /** Kills the primary, like a crash. It does not restart. */
  killPrimary(): Promise<void>;
}

/** Runs two clusters with an empty database until the test ends. The second streams from the first. */
export async function replicatedPostgres(t: Pick<TestContext, 'teardown'>): Promise<ReplicatedPostgres> {
  const [primaryDir, replicaDir] = [await temporaryDirectory(t), await temporaryDirectory(t)];
  const port = await freePort();
  const primaryOptions = { dataDir: primaryDir, durable: false, port };
  // Copies the data of the stopped primary, because pg_basebackup is not part of the embedded Postgres.
  await (await startLocalPostgres(primaryOptions)).stop();
  await promisify(execFile)('cp', ['-a', `${primaryDir}/postgres`, replicaDir]);
  const primary = await startLocalPostgres(primaryOptions);
  t.teardown(() => primary.stop());
  const { username, password, hostname } = new URL(primary.url);
  const source = `host=${hostname} port=${port} user=${username} password=${password} application_name=replica`;
  await appendFile(`${replicaDir}/postgres/data/postgresql.auto.conf`, `primary_conninfo = '${source}'\n`);
  await writeFile(`${replicaDir}/postgres/data/standby.signal`, '');
  const replica = await startLocalPostgres({ dataDir: replicaDir, durable: false });
  t.teardown(() => replica.stop());
  return {
    primaryUrl: primary.url,
    replicaUrl: replica.url,
    killPrimary: () => signalPostgres(primaryDir, 'SIGKILL'),
  };
}
