import { connect } from 'node:net';
import { importServices } from '@shirube/catalog';
import type { Stats } from '@shirube/contracts';
import { registration, stopRateWindow, until } from '@shirube/testing';
import { openTransaction, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { startReadApp } from './readApp.js';

/** An engine that holds its responses until the test releases them, and counts its requests. */
function heldEngine() {
  const waiting: (() => void)[] = [];
  let requests = 0;
  return {
    requests: () => requests,
    list: async () => {
      requests += 1;
      const total = requests;
      await new Promise<void>((resolve) => waiting.push(resolve));
      return { total, services: [] };
    },
    release: () => {
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

/** An engine that responds at once. Its total is the number of requests so far. */
function promptEngine() {
  let requests = 0;
  return async () => {
    requests += 1;
    return { total: requests, services: [] };
  };
}

/** A clock that the test controls, so that the age of a response does not depend on how busy the machine is. */
function testClock() {
  let milliseconds = 1;
  return {
    now: () => milliseconds,
    pass: (more: number) => {
      milliseconds += more;
    },
  };
}
const stopped = testClock();

const totalOf = (response: Response) => Number(response.headers.get('x-total-count'));

t.test('equal reads that arrive together are answered by one query', async (t) => {
  const engine = heldEngine();
  const { url } = await startReadApp(t, engine);
  const ask = async (query: string) => totalOf(await fetch(`${url}/api/services?${query}`));
  const first = ask('limit=5&sortBy=name');
  await until(() => engine.requests() === 1, { message: 'nothing was asked' });
  const others = [ask('limit=5&sortBy=name'), ask('limit=5&sortBy=name')];
  await until(
    async () => (await (await fetch(`${url}/metrics`)).text()).includes('shirube_answers_total{from="joined"} 2'),
    { message: 'they did not join the first' },
  );
  engine.release();
  t.same(await Promise.all([first, ...others]), [1, 1, 1]);
});

t.test('the answer to a repeated request is kept for a moment, and then made again', async (t) => {
  const { now, pass } = testClock();
  const { url } = await startReadApp(t, { list: promptEngine(), now });
  const ask = async () => totalOf(await fetch(`${url}/api/services`));
  t.equal(await ask(), 1);
  t.equal(await ask(), 2, 'what is asked once is not kept');
  t.equal(await ask(), 2);
  pass(499);
  t.equal(await ask(), 2);
  pass(402);
  t.equal(await ask(), 3, 'who asks for what is too old waits for another');
});

t.test('nobody waits while a hot answer is made again', async (t) => {
  const answers: (() => void)[] = [];
  let requests = 0;
  const { now, pass } = testClock();
  const { url } = await startReadApp(t, {
    now,
    list: async () => {
      requests += 1;
      const total = requests;
      if (total > 2) await new Promise<void>((resolve) => answers.push(resolve));
      return { total, services: [] };
    },
  });
  const ask = async () => totalOf(await fetch(`${url}/api/services`));
  await ask();
  t.equal(await ask(), 2);
  pass(501);
  t.equal(await ask(), 2, 'the request that has it made again gets what there is');
  t.equal(requests, 3);
  t.equal(await ask(), 2, 'and so are all others');
  t.equal(requests, 3, 'for whom it is made once');
  for (const answer of answers) answer();
  await until(async () => (await ask()) === 3, { message: 'what was made again is not given' });
});

t.test('after a change answers are fresh, and an answer that was being made meanwhile is not kept', async (t) => {
  const engine = heldEngine();
  const { url, forget } = await startReadApp(t, { ...engine, ...stopped });
  const before = fetch(`${url}/api/services`);
  await until(() => engine.requests() === 1, { message: 'nothing was asked' });
  forget();
  const after = fetch(`${url}/api/services`);
  await until(() => engine.requests() === 2, { message: 'the change was not noticed' });
  engine.release();
  t.equal(totalOf(await before), 1);
  t.equal(totalOf(await after), 2);
  t.equal(totalOf(await fetch(`${url}/api/services`)), 2, 'the fresh one is kept');
});

t.test('an answer from memory has the headers of one that was made', async (t) => {
  const { url } = await startReadApp(t, {
    list: promptEngine(),
    settings: { RATE_LIMIT_PER_ADDRESS: 10_000 },
    ...stopped,
  });
  const read = async () => {
    const response = await fetch(`${url}/api/services`);
    const {
      date,
      'x-request-id': id,
      'ratelimit-remaining': left,
      'ratelimit-reset': reset,
      ...headers
    } = Object.fromEntries(response.headers);
    return {
      headers,
      id,
      left: Number(left),
      reset: Number(reset),
      date,
      body: await response.text(),
    };
  };
  await fetch(`${url}/api/services`);
  stopRateWindow(t);
  const first = await read();
  const second = await read();
  t.same(second.headers, first.headers);
  t.equal(second.body, first.body);
  t.not(second.id, first.id, 'requests have ids of their own');
  t.equal(second.left, first.left - 1, 'and are counted');
  t.ok(second.reset <= first.reset && second.reset > 0, 'in the same window');
  const isLater = async () => (await read()).date !== first.date;
  await until(isLater, { message: 'the date is always that of the first answer' });
});

t.test('a connection that the client wants closed is closed, also after an answer from memory', async (t) => {
  const { url } = await startReadApp(t, { list: promptEngine() });
  for (let i = 0; i < 3; i += 1) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET /api/services HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n');
    const answer = (await socket.toArray()).join('');
    t.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
    t.match(answer, /\r\nconnection: close\r\n/i);
    t.match(answer, /\r\n\r\n\[\]$/);
  }
});

t.test('answers from memory count towards the rate limit', async (t) => {
  const { url } = await startReadApp(t, { list: promptEngine(), settings: { RATE_LIMIT_PER_ADDRESS: 1 } });
  await until(async () => (await fetch(`${url}/api/services`)).status === 429, {
    message: 'there is no limit',
  });
});

t.test('requests beyond what can be answered get 503, while health routes answer', async (t) => {
  const engine = heldEngine();
  const { url } = await startReadApp(t, engine);
  const statuses: number[] = [];
  const reads = Array.from({ length: 200 }, async (_, offset) => {
    const response = await fetch(`${url}/api/services?offset=${offset}`);
    if (response.status === 503) t.equal(response.headers.get('retry-after'), '1');
    statuses.push(response.status);
  });
  await until(() => statuses.length >= 200 - 14 - 64, { message: 'nobody was turned away' });
  t.ok(statuses.every((status) => status === 503));
  for (const route of ['/live', '/ready']) t.equal((await fetch(url + route)).status, 200, route);
  await until(
    () => {
      engine.release();
      return statuses.length === 200;
    },
    { message: 'who waits is not served' },
  );
  t.ok(statuses.includes(200), 'who is not turned away is served');
  await Promise.all(reads);
});

t.test('figures are given at once while others are counted', async (t) => {
  const database = await testCatalog(t);
  const { url } = await startReadApp(t, { databaseUrl: database.url });
  const total = async () => {
    const answer = await fetch(`${url}/api/stats`);
    return answer.ok ? ((await answer.json()) as Stats).total : answer.status;
  };
  t.equal(await total(), 0);
  await importServices(database, [registration()]);

  const blocker = await openTransaction(t, database);
  await blocker.query('lock table services in access exclusive mode');
  const isCounting = async () => {
    if ((await total()) !== 0) throw new Error('what was counted is not given');
    const { rowCount } = await database.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rowCount === 1;
  };
  await until(isCounting, { message: 'nothing is counted again' });
  const missCount = async () =>
    Number(/answers_total\{from="made"\} (\d+)/.exec(await (await fetch(`${url}/metrics`)).text())?.[1]);
  const before = await missCount();
  const isMade = async () => (await total()) === 0 && (await missCount()) > before;
  await until(isMade, { message: 'whoever asks waits for what is counted' });
  await blocker.query('commit');
  await until(async () => (await total()) === 1, { message: 'what was counted again is not given' });
});
