import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Placement, plainSurroundings } from './placement.js';

/** Creates the cluster unless it exists; a creation that was cut short leaves nothing that counts. */
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
  await initdb(
    binaries.initdb,
    [
      `--pgdata=${draft}`,
      `--pwfile=${password}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      ...(durable ? [] : ['--no-sync']),
    ],
    user,
  );
  await rename(draft, data);
}

/** The password of the cluster's only user. */
export async function passwordOf(home: string): Promise<string> {
  return (await readFile(join(home, 'password'), 'utf8')).trim();
}

async function initdb(command: string, args: string[], user: Placement['user']): Promise<void> {
  const child = spawn(command, args, { ...user, ...plainSurroundings, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`Postgres could not create its data: ${errors.trim()}`);
}
