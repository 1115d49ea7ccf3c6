import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestContext } from './testContext.js';

/**
 * Creates an empty directory that is removed when the test ends. Other users have access, because Postgres runs as
 * another user when root starts it.
 */
export async function temporaryDirectory(t: Pick<TestContext, 'teardown'>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'shirube-test-'));
  await chmod(directory, 0o755);
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Mounts a small file system; undefined, and reported as skipped, if that is not possible. */
export async function smallDisk(t: TestContext, megabytes: number): Promise<string | undefined> {
  const directory = join(await temporaryDirectory(t), 'disk');
  await mkdir(directory);
  const run = promisify(execFile);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'shirube-test', directory]);
  } catch {
    t.pass('a full disk', { skip: 'a small file system cannot be mounted here: that takes root on Linux' });
    return undefined;
  }
  t.teardown(() => run('umount', ['--lazy', directory]));
  return directory;
}
