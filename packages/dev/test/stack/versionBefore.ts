import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { startStack } from '../../dist/stack/index.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const run = promisify(execFile);

/**
 * Returns the commit of the version before this one: that of origin/main, or the commit before this if origin/main is
 * this version. Undefined if the checkout has no history.
 */
export async function commitBefore(): Promise<string | undefined> {
  const commitOf = (name: string) =>
    run('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: root }).then(
      ({ stdout }) => stdout.trim(),
      () => undefined,
    );
  const [here, landed] = await Promise.all(['HEAD', 'origin/main'].map(commitOf));
  return landed && landed !== here ? landed : commitOf('HEAD^');
}

/** Whether the history of this checkout contains the commit. The checkout may be shallow. */
export const isInHistory = (commit: string): Promise<boolean> =>
  run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  );

/** Returns `startStack` of another version. The first call installs and builds that version, which takes a minute. */
export async function startOf(commit: string): Promise<typeof startStack> {
  const folder = join(tmpdir(), `shirube-${commit}`);
  const isBuilt = await access(folder).then(
    () => true,
    () => false,
  );
  if (!isBuilt) {
    const making = `${folder}.${process.pid}`;
    await mkdir(making);
    try {
      await unpack(commit, making);
      await run('npm', ['run', 'shirube', '--', '--version'], { cwd: making });
      await rename(making, folder);
    } finally {
      await rm(making, { recursive: true, force: true });
    }
  }
  // Up to version 0.2 the stack was a package of its own.
  const modules = ['packages/dev/dist/stack/index.js', 'packages/stack/dist/index.js'].map((path) =>
    join(folder, path),
  );
  const module = modules.find(existsSync) ?? '';
  return (await import(pathToFileURL(module).href)).startStack;
}

async function unpack(commit: string, folder: string): Promise<void> {
  const archive = spawn('git', ['archive', commit], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const unpacked = spawn('tar', ['x', '-C', folder], { stdio: [archive.stdout, 'inherit', 'inherit'] });
  for (const child of [archive, unpacked]) {
    const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
    if (code !== 0) throw new Error(`${child.spawnfile} ended with status ${code}`);
  }
}
