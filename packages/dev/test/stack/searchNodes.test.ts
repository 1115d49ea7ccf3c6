import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { drainNode, openDatabase, readRotation, removeNode } from '@shirube/catalog';
import { patientSearches, patientUrl, registration, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import type { Part } from '../../dist/processes/index.js';
import { missingPrograms, type Stack, startStack } from '../../dist/stack/index.js';
import { type ReadLoad, readLoad } from './readLoad.js';

const program = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url));
const missing = await missingPrograms();
if (missing.length > 0) t.pass('two search nodes', { skip: `${missing.join(', ')} not installed` });
else await t.test('with two search nodes no read fails, whichever node fails or is replaced', searchNodes);

async function searchNodes(t: Test): Promise<void> {
  const stack = await startStack({ nodes: 2, env: patientSearches });
  t.teardown(() => stack.close());
  const database = openDatabase(patientUrl(stack.databaseUrl), { max: 4, onError: () => {} });
  t.teardown(() => database.end());
  let registered = 0;

  const inRotation = async () =>
    (await readRotation(database)).filter((node) => node.inRotation).map(({ name }) => name);
  const rotationIs = (...names: string[]) =>
    until(async () => (await inRotation()).join() === names.join(), {
      message: `not in rotation: ${names.join(' and ')}`,
    });
  const partsOf = (name: string): { meilisearch: Part; indexers: Part[] } => {
    const meilisearch = stack.searchNodes.find((node) => node.name === name)?.meilisearch;
    if (!meilisearch) throw new Error(`no node ${name}`);
    const own = (indexer: Part) => indexer.name.startsWith('indexer-node-') === (name !== 'main');
    return { meilisearch, indexers: stack.indexers.filter(own) };
  };

  /** Registers services one after the other, and waits for each until every node in rotation has it. */
  async function registerSome(t: Test, count: number, load?: ReadLoad): Promise<void> {
    for (let some = 0; some < count; some++) {
      const response = await register(stack, `Steady ${registered}`);
      t.equal(response.status, 201);
      t.equal(response.headers.get('preference-applied'), 'wait=30', 'it is searchable');
      registered += 1;
      load?.expect(registered);
    }
  }

  async function more(load: ReadLoad, count = 60): Promise<void> {
    const goal = load.answered() + count;
    await until(() => load.answered() >= goal, { message: 'nothing is answered' });
  }

  /** Runs `cause` under reads and registrations, and asserts that none fails and no searchable service disappears. */
  async function costsNothing(t: Test, cause: (load: ReadLoad) => Promise<void>): Promise<void> {
    const load = readLoad(stack, registered);
    try {
      await more(load);
      await cause(load);
      await registerSome(t, 3, load);
      await more(load);
    } finally {
      await load.stop();
    }
    t.comment(`${load.answered()} reads answered`);
    t.strictSame(load.refused, [], 'every read is answered');
    t.strictSame(load.fallen, [], 'no total falls');
  }

  await rotationIs('main', 'node-2');
  await registerSome(t, 5);

  for (const name of ['node-2', 'main']) {
    await t.test(`the death of ${name} costs no request, and it catches up when it is back`, async (t) => {
      const other = name === 'main' ? 'node-2' : 'main';
      const { meilisearch } = partsOf(name);
      await costsNothing(t, async (load) => {
        await meilisearch.kill();
        await more(load);
        await registerSome(t, 3, load);
        await rotationIs(other);
        await more(load);
        await meilisearch.launch();
        await rotationIs('main', 'node-2');
      });
    });
  }

  await t.test('no read fails while Meilisearch is upgraded in place, one node after the other', async (t) => {
    const run = promisify(execFile);
    await costsNothing(t, async (load) => {
      for (const { name, meilisearch } of stack.searchNodes) {
        // As docs/operations/upgrade.md says.
        const env = {
          ...process.env,
          DATABASE_URL: stack.databaseUrl,
          REDIS_URL: stack.redis.url,
          MEILI_URL: meilisearch.url,
          MEILI_MASTER_KEY: stack.meilisearchMasterKey,
          MEILI_API_KEY: stack.meilisearchMasterKey,
          SEARCH_NODE: name,
        };
        const shirube = async (...command: string[]) =>
          JSON.parse((await run(process.execPath, [program, ...command, '--json'], { env })).stdout);
        await shirube('nodes', 'drain', name);
        await more(load);
        await meilisearch.stop();
        await stack.loseMeilisearchData(meilisearch);
        await meilisearch.start();
        await registerSome(t, 1, load);
        await shirube('engine', 'keys');
        // Its indexers notice it within seconds.
        await until(async () => (await shirube('index', 'status')).engine.found, { message: `${name} is not filled` });
        await shirube('nodes', 'drain', name, '--undo');
        await rotationIs('main', 'node-2');
      }
    });
  });

  await t.test('no read fails while a node is replaced by an empty one, as for an upgrade', async (t) => {
    const old = partsOf('node-2');
    await costsNothing(t, async (load) => {
      t.ok(await drainNode(database, 'node-2'));
      await rotationIs('main');
      await more(load);
      await Promise.all([...old.indexers, old.meilisearch].map((part) => part.stop()));
      t.ok(await removeNode(database, 'node-2'));
      await stack.loseMeilisearchData(old.meilisearch);
      await registerSome(t, 2, load);

      await old.meilisearch.start();
      await stack.createKeys();
      await Promise.all(old.indexers.map((part) => part.start()));
      await rotationIs('main', 'node-2');
      t.ok(await drainNode(database, 'main'));
      await rotationIs('node-2');
      await more(load);
      await partsOf('main').meilisearch.kill();
      await more(load);
    });
  });
}

function register({ url, key }: Stack, name: string): Promise<Response> {
  return fetch(`${url}/api/services`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      prefer: 'wait=30',
    },
    body: JSON.stringify(registration({ name })),
  });
}
