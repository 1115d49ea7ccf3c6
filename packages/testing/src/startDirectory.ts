import { fileURLToPath } from 'node:url';
import { catalogUrl } from './catalogUrl.js';
import { startProcess, type TestProcess } from './startProcess.js';
import type { TestContext } from './testContext.js';

const program = fileURLToPath(new URL('../../../services/standalone/dist/server.js', import.meta.url));
const apiKey = 'key-for-the-tests-only';

/** The whole directory, started as users start it. */
export interface TestDirectory extends TestProcess {
  url: string;
  /** Accepted as an admin key. */
  apiKey: string;
}

/** Starts the built directory as a process on a free port, with a new empty catalog unless `env` names one. */
export async function startDirectory(
  t: Pick<TestContext, 'teardown'>,
  env: Record<string, string | undefined> = {},
): Promise<TestDirectory> {
  const process = await startProcess(t, 'node', [program], {
    env: {
      HOST: '127.0.0.1',
      PORT: '0',
      BOOTSTRAP_API_KEY: apiKey,
      DATABASE_URL: env.DATABASE_URL ?? (await catalogUrl(t)),
      REDIS_URL: undefined,
      MEILI_URL: undefined,
      ...env,
    },
  });
  const [, url = ''] = await process.waitForOutput(/runs at (http:\S+)/);
  return { ...process, url, apiKey };
}
