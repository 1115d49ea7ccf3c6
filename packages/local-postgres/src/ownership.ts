import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './endProcess.js';
import { startOf } from './processIdentity.js';

/** Thrown when a living process already runs Postgres on the data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
  readonly code = 'DATA_DIRECTORY_IN_USE';

  constructor(
    readonly dataDir: string,
    readonly ownerPid: number,
  ) {
    super(`The data directory ${dataDir} is in use by process ${ownerPid}; stop it or choose another directory.`);
  }
}

/**
 * Makes this process the owner of the cluster, and returns a function that releases it. Rejects while another owner is
 * alive.
 */
export async function claim(home: string, dataDir: string): Promise<() => Promise<void>> {
  const file = join(home, 'owner');
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${process.pid} ${await startOf(process.pid)}\n`);
  try {
    while (!(await linked(draft, file))) await removeIfDead(file, dataDir);
  } finally {
    await rm(draft, { force: true });
  }
  return () => rm(file, { force: true });
}

/** Returns the process id of the living owner; undefined if there is none. */
export async function livingOwner(home: string): Promise<number | undefined> {
  return livingOwnerIn(join(home, 'owner'));
}

async function livingOwnerIn(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  const [pid, ...started] = text.trim().split(' ');
  const alive = pid && (await startOf(Number(pid))) === started.join(' ');
  return alive ? Number(pid) : undefined;
}

/** Creates a link: it appears with complete content, and only one process can create it. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function removeIfDead(file: string, dataDir: string): Promise<void> {
  const owner = await livingOwnerIn(file);
  if (owner !== undefined) throw new DataDirectoryInUse(dataDir, owner);
  // Another process may have claimed it between the check and the removal: check again what was moved away.
  const aside = `${file}.dead.${process.pid}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  const newOwner = await livingOwnerIn(aside);
  if (newOwner !== undefined) await linked(aside, file);
  await rm(aside, { force: true });
  if (newOwner !== undefined) throw new DataDirectoryInUse(dataDir, newOwner);
}
