import { listSetAside, mainNode, nodeProgress, openDatabase } from '@shirube/catalog';
import { patientUrl, until } from '@shirube/testing';
import { Redis } from 'ioredis';
import t, { type Test } from 'tap';
import type { Part } from '../../dist/processes/index.js';
import { missingPrograms, type Stack, startStack } from '../../dist/stack/index.js';
import { agrees } from './agreement.js';
import { readLoad } from './readLoad.js';
import { type Registered, register, type SteadyLoad, steadyLoad } from './steadyLoad.js';

/** Twice what the services wait for a part in production, which a busy machine needs. */
const deadlineMs = 8_000;
const deadlines = { SEARCH_DEADLINE_MS: String(deadlineMs), CATALOG_DEADLINE_MS: String(deadlineMs) };

/** Waits until the load has made progress. */
const more = (load: SteadyLoad, count = 10) => {
  const goal = load.registered.length + count;
  return until(() => load.registered.length >= goal, { message: 'nothing is registered' });
};

/** Bypasses the gateway's cache, which would keep serving hot responses. */
async function timedGet(stack: Stack, path: string) {
  const started = performance.now();
  const response = await fetch(`${stack.url}${path}`, { headers: { 'cache-control': 'no-cache' } });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, ms: performance.now() - started };
}

/** Asserts that requests are rejected properly, and without waiting for the part: that takes the whole deadline. */
async function isTurnedAway(t: Test, stack: Stack, path: string, code: string): Promise<void> {
  const times: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { status, headers, text, ms } = await timedGet(stack, path);
    t.equal(status, 503, path);
    t.match(headers.get('retry-after') ?? '', /^\d+$/, 'says when to try again');
    t.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
    t.match(text, `"code":"${code}"`);
    times.push(ms);
  }
  const quickest = Math.min(...times);
  t.ok(quickest < deadlineMs, `after ${Math.round(quickest)} ms, without waiting`);
}

async function isAnswered(t: Test, stack: Stack, path: string): Promise<void> {
  t.equal((await timedGet(stack, path)).status, 200, path);
}

async function faults(t: Test, stack: Stack): Promise<void> {
  const database = openDatabase(patientUrl(stack.databaseUrl), { max: 4, onError: () => {} });
  t.teardown(() => database.end());

  /** Causes a fault under load, and asserts that nothing is lost. Only a Postgres fault may reject registrations. */
  function survives(
    name: string,
    cause: (t: Test, load: SteadyLoad) => Promise<void>,
    { mayRefuse = false }: { mayRefuse?: boolean } = {},
  ) {
    return t.test(name, async (t) => {
      const load = steadyLoad(stack);
      t.teardown(load.stop);
      await more(load);
      await cause(t, load);
      await more(load);
      await load.stop();
      if (!mayRefuse) t.strictSame(load.refused, [], 'every registration was answered with 201');
      t.comment(`the slowest answer took ${Math.round(load.slowest())} ms`);
      await agrees(t, { stack, database, registered: load.registered });
    });
  }

  await survives('registrations do not wait for a Redis that is stopped, and are searchable', async (t, load) => {
    await stack.redis.stop();
    const meanwhile = steadyLoad(stack);
    await more(meanwhile, 30);
    await meanwhile.stop();
    t.strictSame(meanwhile.refused, []);
    t.ok(meanwhile.slowest() < deadlineMs, `the slowest took ${Math.round(meanwhile.slowest())} ms`);
    load.registered.push(...meanwhile.registered);
    await stack.redis.start();
  });

  await survives('registrations are searchable although Redis is flushed', async () => {
    const redis = new Redis(stack.redis.url);
    await redis.flushall();
    redis.disconnect();
  });

  await survives('no read fails when Meilisearch is killed and comes back at once', async (t) => {
    const reads = readLoad(stack, 0);
    const more = (goal = reads.answered() + 60) =>
      until(() => reads.answered() >= goal, { message: 'nothing is answered' });
    await more();
    await stack.meilisearch.kill();
    await stack.meilisearch.start();
    await more();
    await reads.stop();
    t.strictSame(reads.refused, [], 'every read is answered');
  });

  await survives('without Meilisearch searches are turned away, and what Postgres holds is read', async (t, load) => {
    const [known] = load.registered;
    if (!known) throw new Error('nothing is registered');
    const away = 'search_unavailable';
    await stack.meilisearch.kill();
    await until(async () => (await timedGet(stack, '/api/services')).status === 503, {
      message: 'the list does not notice',
    });
    await isTurnedAway(t, stack, '/api/services?limit=3', away);
    await isTurnedAway(t, stack, `/api/catalog/search?q=${known.word}`, away);
    await isTurnedAway(t, stack, '/api/services/search/intent?q=weather', away);
    await isAnswered(t, stack, `/api/services/${known.id}`);
    await isAnswered(t, stack, `/api/services/${known.id}/status`);
    await isAnswered(t, stack, '/api/export');
    await isAnswered(t, stack, '/api/categories');
    await more(load);
    await isTurnedAway(t, stack, '/api/services?limit=4', away);
    await stack.meilisearch.start();
  });

  await survives(
    'no answer lacks anything when Meilisearch loses its data: searches wait for the rebuilt index',
    async (t, load) => {
      const [known] = load.registered;
      if (!known) throw new Error('nothing is registered');
      let requests = 0;
      // Every request differs, because responses are cached for a moment.
      const list = () => timedGet(stack, `/api/services?limit=1&offset=${requests++}`);
      const search = () => timedGet(stack, `/api/catalog/search?q=${known.word}&limit=${1 + (requests++ % 50)}`);
      const intent = () =>
        timedGet(stack, `/api/services/search/intent?q=${known.word}&limit=${1 + (requests++ % 50)}`);
      const found = async () => (await search()).text.includes(known.id);
      await until(found, { message: 'it is not indexed' });
      const before = Number((await list()).headers.get('x-total-count'));
      await stack.meilisearch.kill();
      await stack.loseMeilisearchData();
      await stack.meilisearch.start();
      await stack.createKeys();

      const turnedAway = { list: 0, search: 0, intent: 0, ready: 0 };
      const tooFew: string[] = [];
      const [readApi] = stack.readApis;
      const isBack = async () => {
        const lists = await list();
        const others = { search: await search(), intent: await intent() };
        const ready = await fetch(`${readApi?.url}/ready`);
        const total = Number(lists.headers.get('x-total-count'));
        if (lists.status === 503) turnedAway.list++;
        else if (total < before) tooFew.push(`a total of ${total} of ${before}`);
        for (const [name, { status, text }] of Object.entries(others)) {
          if (status === 503) turnedAway[name as keyof typeof others]++;
          else if (!text.includes(known.id)) tooFew.push(`${name}: ${text}`);
        }
        if (ready.status === 503) turnedAway.ready++;
        return lists.status === 200 && ready.status === 200;
      };
      await until(isBack, { message: 'the index is not rebuilt' });
      t.strictSame(tooFew, [], 'no answer lacks anything that was there before');
      for (const [name, count] of Object.entries(turnedAway)) t.ok(count > 0, `${name}: ${count} times 503`);
      t.comment(`${before} services were there before`);
    },
  );

  await survives('an indexer that is killed in the middle of a batch loses none of it', async (t, load) => {
    const [first] = stack.indexers;
    if (!first) throw new Error('there is no indexer');
    const burst: Registered[] = [];
    const posting = Promise.all(
      Array.from({ length: 200 }, async () => {
        const outcome = await register(stack);
        if ('id' in outcome) burst.push(outcome);
      }),
    );
    await until(async () => (await nodeProgress(database, mainNode)).pending > 20, {
      message: 'no batch is under way',
    });
    await first.kill();
    await posting;
    t.equal(burst.length, 200);
    load.registered.push(...burst);
    await first.start();
  });

  await survives(
    'without Postgres registrations and reads of it are turned away, and lists are answered',
    async (t, load) => {
      await stack.postgres.stop();
      const isRefused = () => load.refused.length > 5;
      await until(isRefused, { message: 'registrations are not turned away' });
      const [service] = load.registered;
      await isAnswered(t, stack, '/api/services?limit=5');
      await isTurnedAway(t, stack, `/api/services/${service?.id}/status`, 'catalog_unavailable');
      await stack.postgres.start();
      for (const { status, retryAfter } of load.refused) {
        // Registrations in flight at that moment have an unknown outcome (504).
        t.match(status, /^50[34]$/);
        t.match(retryAfter, /^\d+$/);
      }
    },
    { mayRefuse: true },
  );

  await t.test('a document that the engine refuses does not hold up the others', async (t) => {
    const load = steadyLoad(stack);
    t.teardown(load.stop);
    await more(load);
    const [poisoned] = load.registered;
    if (!poisoned) throw new Error('nothing is registered');
    const { id } = poisoned;
    // No API allows this. It makes the document violate the contract.
    await database.query('alter table services drop constraint services_trust_score_check');
    await database.query('update services set trust_score = 1000 where id = $1', [id]);
    await until(async () => (await listSetAside(database)).length > 0, { message: 'it is not set aside' });
    await more(load);
    await load.stop();
    t.match(await listSetAside(database), [{ id, reason: /trustScore/ }], 'it is set aside with the reason');
    await agrees(t, { stack, database, registered: load.registered, setAside: [id] });

    await database.query('update services set trust_score = 0 where id = $1', [id]);
    await agrees(t, { stack, database, registered: load.registered });
  });

  await t.test('of two indexers one works, and the other is its spare', async (t) => {
    const indexed = () =>
      Promise.all(
        stack.indexers.map(async ({ url }) => {
          const text = await (await fetch(`${url}/metrics`)).text();
          return Number(/^shirube_indexed_services_total (\d+)/m.exec(text)?.[1] ?? 0);
        }),
      );
    const before = await indexed();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => register(stack)));
    const registered = outcomes.flatMap((outcome) => ('id' in outcome ? outcome : []));
    t.equal(registered.length, 10);
    await agrees(t, { stack, database, registered });
    const since = (await indexed()).map((count, at) => count - (before[at] ?? 0)).sort((a, b) => a - b);
    t.equal(since[0], 0, 'the spare indexes nothing');
    t.ok(Number(since[1]) >= 10, `the other indexes all: ${since[1]}`);
  });

  await t.test('services that start before their parts say what they wait for, and work once it is there', (t) =>
    startBeforeParts(t, stack),
  );

  await t.test('no service was restarted, and none has logged a stack', async (t) => {
    for (const part of [stack.writeApi, ...stack.readApis, ...stack.indexers]) {
      t.ok(part.pid(), `${part.name} runs`);
      t.notMatch(await part.output(), /"stack":|\\n {4}at /, part.name);
    }
  });
}

/** The messages of a log of JSON lines. */
const messages = (log: string): string[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line).msg);

async function startBeforeParts(t: Test, stack: Stack): Promise<void> {
  const { writeApi, readApis, indexers } = stack;
  const all = [writeApi, ...readApis, ...indexers];
  await Promise.all([stack.redis.stop(), stack.meilisearch.stop(), ...all.map((part) => part.stop())]);
  await stack.postgres.stop();
  const earlier = new Map<string, number>();
  for (const part of all) earlier.set(part.name, (await part.output()).length);
  const newMessages = async (part: Part) => messages((await part.output()).slice(earlier.get(part.name)));
  const says = (part: Part, pattern: RegExp) =>
    until(async () => (await newMessages(part)).find((message) => pattern.test(message)), {
      message: `${part.name} does not say ${pattern}`,
    });

  await Promise.all(all.map((part) => part.launch()));
  for (const part of all) {
    t.match(await says(part, /^waiting for .*Postgres at postgres:/), /ECONNREFUSED/, part.name);
  }
  await stack.postgres.start();
  t.match(await says(writeApi, /^the index queue cannot be used/), /ECONNREFUSED/);
  for (const indexer of indexers) {
    t.match(await says(indexer, /^the search index cannot be used/), /Meilisearch cannot be reached/);
    t.equal((await fetch(`${indexer.url}/live`)).status, 200, 'it is alive meanwhile');
    t.equal((await fetch(`${indexer.url}/ready`)).status, 503, 'and not ready');
  }
  await stack.redis.start();
  await stack.meilisearch.start();
  await Promise.all([...all.map((part) => part.ready()), stack.gateway.ready()]);
  for (const part of all) {
    const lines = await newMessages(part);
    t.notMatch(lines.join('\n'), /\n\s+at /, `${part.name} without a stack`);
    t.ok(lines.length < 20, `${part.name} does not repeat itself: ${lines.length} lines`);
  }
}

const missing = await missingPrograms();
if (missing.length > 0) {
  t.pass('faults of the running stack', { skip: `${missing.join(', ')} not on PATH` });
} else {
  const ended: string[] = [];
  const stack = await startStack({
    readApis: 2,
    indexers: 2,
    env: deadlines,
    onUnexpectedEnd: ({ name }, how) => ended.push(`${name} ${how}`),
  });
  t.teardown(async () => {
    if (!t.passing()) {
      for (const part of stack.indexers) t.comment((await part.output()).split('\n').slice(-40).join('\n'));
    }
    await stack.close();
  });
  await faults(t, stack);
  t.strictSame(ended, [], 'nothing has ended by itself');
}
