import { mkdir } from 'node:fs/promises';
import { readRotation } from '@shirube/catalog';
import { freePort } from '@shirube/local-postgres';
import { createMeilisearchIndex } from '@shirube/search';
import { patientSearches, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import { createPart, type Part } from '../../dist/processes/part.js';
import { missingPrograms, type Stack, type startStack } from '../../dist/stack/index.js';
import { gatewayProgram } from '../../dist/stack/programs/gateway.js';
import { type ServiceName, serviceProgram } from '../../dist/stack/programs/service.js';
import { allViewsAgree } from './everyView/agree.js';
import { followEvents } from './everyView/eventFollower.js';
import type { Promised } from './everyView/operations.js';
import { monitoring, stackSubject } from './everyView/subject.js';
import { mixedLoad } from './mixedLoad.js';
import { commitBefore, isInHistory, startOf } from './versionBefore.js';

const from = process.env.UPGRADE_FROM || (await commitBefore());
const missing = await missingPrograms();
const reason = async () => {
  if (!from) return 'the checkout has no history, and UPGRADE_FROM names no commit';
  if (missing.length > 0) return `${missing.join(', ')} not on PATH`;
  return (await isInHistory(from)) ? undefined : `commit ${from} is not in the history`;
};
const skip = await reason();

t.setTimeout(900_000);
t.test('no request fails while a version takes over from the one before', skip ? { skip } : {}, async (t) => {
  const startBefore = await startOf(from ?? '');
  let now: Awaited<ReturnType<typeof addThisVersion>> | undefined;
  const start: typeof startStack = async (options) => {
    const stack = await startBefore(options);
    now = await addThisVersion(t, stack);
    return { ...stack, url: now.gateway.url };
  };
  const { stack, ...subject } = await stackSubject(t, { nodes: 2, env: patientSearches }, start);
  if (!now) throw new Error('this version was not added');
  const { writeApi, readApi, indexers, monitor } = now;
  const follower = followEvents(subject.url);
  t.teardown(() => follower.close());
  const promised: Promised = { registered: new Set(), doomed: new Set(), removed: new Set() };
  const load = await mixedLoad(subject, promised);

  async function underLoad(step: string, change: () => Promise<unknown>): Promise<void> {
    const started = performance.now();
    await change();
    t.comment(`${step}: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
    const answered = () => load.outcomes.get('read 200') ?? 0;
    const [reads, writes] = [answered() + 40, promised.registered.size + 4];
    await until(() => answered() >= reads && promised.registered.size >= writes, { message: `${step}: no answers` });
  }
  const begin = (parts: readonly Part[]) => () => Promise.all(parts.map((part) => part.start()));
  const stop = (parts: readonly Part[]) => () => Promise.all(parts.map((part) => part.stop()));
  const bothInRotation = () =>
    until(async () => (await readRotation(subject.database())).every((node) => node.inRotation), {
      message: 'a node does not return',
    });
  /** Whether both indexes are of this version. */
  const isOurs = async () => {
    const checks = stack.searchNodes.map(async ({ name: node, meilisearch: { url } }) => {
      const index = createMeilisearchIndex({ url, apiKey: stack.meilisearchKeys.indexer, node });
      try {
        return await index.check();
      } finally {
        await index.close();
      }
    });
    return (await Promise.all(checks)).every(({ rebuildNeeded }) => !rebuildNeeded);
  };

  await underLoad('the version before alone', async () => {});
  await underLoad('a write API joins', begin([writeApi]));
  await underLoad('indexers join', begin(indexers));
  await underLoad('a monitor joins', begin([monitor]));
  await underLoad('a read API joins', begin([readApi]));
  await underLoad('an indexer of the version before restarts', async () => {
    const [before] = stack.indexers;
    await before?.kill();
    await before?.start();
  });
  await underLoad('indexers of the version before end', stop(stack.indexers));
  await underLoad('all is of this version', () => until(isOurs, { message: 'something has another form' }));
  await underLoad('all others of the version before end', stop([...stack.readApis, stack.monitor, stack.writeApi]));
  await bothInRotation();
  await load.stop();

  const outcomes = [...load.outcomes].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [outcome, count] of outcomes) t.comment(`${String(count).padStart(8)}  ${outcome}`);
  t.strictSame(
    outcomes.filter(([outcome]) => /(400|5\d\d|unanswered|cut off)$/.test(outcome)),
    [],
    'no request fails',
  );
  await allViewsAgree(t, { subject, follower, promised });
  t.pass(`${promised.registered.size} registered, none lost`);
});

/** Creates the services of this version without starting them, and a gateway in front of both versions. */
async function addThisVersion(t: Test, stack: Stack & { readerUrl?: string }) {
  const directory = `${stack.directory}/now`;
  await mkdir(directory);
  const onUnexpectedEnd = (part: Part, how: string) => t.fail(`${part.name} ${how}`);
  const common = { DATABASE_URL: stack.databaseUrl, REDIS_URL: stack.redis.url, TRUST_PROXY: 'loopback' };
  const service = async (kind: ServiceName, name: string, own: Record<string, string>) => {
    const env = { ...common, ...patientSearches, ...monitoring, ...own };
    const program = serviceProgram(kind, { name: `new-${name}`, port: await freePort(), env });
    const part = createPart(program, { directory, onUnexpectedEnd });
    t.teardown(() => part.stop());
    return part;
  };
  const writeApi = await service('write-api', 'write-api', { BOOTSTRAP_API_KEY: stack.key });
  const readApi = await service('read-api', 'read-api', {
    DATABASE_URL: stack.readerUrl ?? stack.databaseUrl,
    MEILI_URL: stack.searchNodes.map(({ meilisearch }) => meilisearch.url).join(),
    MEILI_API_KEY: stack.meilisearchKeys.reader,
  });
  const indexers: Part[] = [];
  for (const { name, meilisearch } of stack.searchNodes) {
    const own = { SEARCH_NODE: name, MEILI_URL: meilisearch.url, MEILI_API_KEY: stack.meilisearchKeys.indexer };
    indexers.push(await service('indexer', `indexer-${name}`, own));
  }
  const monitor = await service('monitor', 'monitor', {});
  const program = await gatewayProgram(directory, {
    port: await freePort(),
    writeApis: [stack.writeApi.url, writeApi.url],
    readApis: [...stack.readApis.map(({ url }) => url), readApi.url],
    env: patientSearches,
  });
  const gateway = createPart({ ...program, name: 'new-gateway' }, { directory, onUnexpectedEnd });
  t.teardown(() => gateway.stop());
  await gateway.start();
  return { writeApi, readApi, indexers, monitor, gateway };
}
