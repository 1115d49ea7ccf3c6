import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Placement, plainSurroundings } from './placement.js';

const run = promisify(execFile);

/** Creates the cluster if it does not exist. An interrupted creation is discarded by the next one. */
export async function createCluster({ home, binaries, user }: Placement, durable: boolean): Promise<void> {
  const data = join(home, 'data');
  if (await stat(data).catch(() => undefined)) return;
  for (const name of await readdir(home)) {
    if (name.startsWith('data.')) await rm(join(home, name), { recursive: true });
  }
  const password = join(home, 'password');
  await rm(password, { force: true });
  await writeFile(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  const draft = await mkdtemp(`${data}.`);
  if (user) {
    await chown(password, user.uid, user.gid);
    await chown(draft, user.uid, user.gid);
  }
  const options = [
    `--pgdata=${draft}`,
    `--pwfile=${password}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    ...(durable ? [] : ['--no-sync']),
  ];
  await run(binaries.initdb, options, { ...user, ...plainSurroundings }).catch((error) => {
    throw new Error(`Postgres could not create its data: ${error.stderr?.trim() || error.message}`);
  });
  await rename(draft, data);
}

/** Returns the password of the cluster's only user. */
export async function passwordOf(home: string): Promise<string> {
  return (await readFile(join(home, 'password'), 'utf8')).trim();
}
