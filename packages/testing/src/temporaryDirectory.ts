import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from './testContext.js';

/** An empty directory that others may enter (Postgres runs as another user for root), removed when the test ends. */
export async function temporaryDirectory(t: Pick<TestContext, 'teardown'>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'shirube-test-'));
  await chmod(directory, 0o755);
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
