import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, realpath, rmdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Binaries, findBinaries } from './binaries.js';
import { canReach, type SystemUser, unprivilegedUser } from './systemUser.js';

/** Where root keeps files that an unprivileged user must reach and cannot reach in place. */
const shared = '/var/lib/shirube';

/** Postgres must not depend on the directory, the locale or the PG* variables of whoever starts it. */
export const plainSurroundings = { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } };

export interface Placement {
  /** The directory with the data, the password and the owner file. */
  home: string;
  binaries: Binaries;
  /** The user that Postgres runs as; set only for root. */
  user: SystemUser | undefined;
}

/** Returns the directory of the cluster; undefined if it does not exist yet. */
export async function existingHome(dataDir: string): Promise<string | undefined> {
  return realpath(homeIn(dataDir)).catch(() => undefined);
}

/** Decides where the cluster is stored and which user runs it. That user can reach every returned path. */
export async function place(dataDir: string): Promise<Placement> {
  await mkdir(dataDir, { recursive: true });
  const home = homeIn(dataDir);
  if (process.getuid?.() === 0) return placeForRoot(dataDir, home);
  await mkdir(home, { recursive: true, mode: 0o700 });
  if ((await stat(home)).uid !== process.getuid?.()) {
    throw new Error(
      `The data directory ${dataDir} belongs to another user; start as that user or choose another directory.`,
    );
  }
  return { home: await realpath(home), binaries: await findBinaries(undefined, shared), user: undefined };
}

async function placeForRoot(dataDir: string, home: string): Promise<Placement> {
  const user = (await ownerOf(join(home, 'data'))) ?? (await unprivilegedUser());
  const exists = await lstat(home).catch(() => undefined);
  if (!exists) {
    await mkdir(home);
    await chmod(home, 0o711);
    if (!(await canReach(user, home))) await moveOut(dataDir, home);
  }
  const real = await realpath(home);
  if (!(await canReach(user, real))) {
    throw new Error(`Postgres runs as user ${user.uid} here, who cannot reach ${real}: choose another directory.`);
  }
  return { home: real, binaries: await findBinaries(user, shared), user };
}

/** Returns the owner of existing data: it stays the same, whoever starts Postgres later. */
async function ownerOf(data: string): Promise<SystemUser | undefined> {
  const found = await stat(data).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

/** Replaces the home, which is still empty, with a link, so that removing the data directory resets everything. */
async function moveOut(dataDir: string, home: string): Promise<void> {
  const target = join(shared, randomBytes(4).toString('hex'));
  await mkdir(target, { recursive: true });
  await chmod(shared, 0o711);
  await chmod(target, 0o711);
  await rmdir(home);
  await symlink(target, home);
  await writeFile(
    join(dataDir, 'postgres.txt'),
    `Postgres does not run as root, and the user it runs as cannot enter this directory.\nIts data is in ${target}; to remove the data, remove that too.\n`,
  );
}

function homeIn(dataDir: string): string {
  return join(resolve(dataDir), 'postgres');
}
