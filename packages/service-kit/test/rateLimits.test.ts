import { redisUrl, stopRateWindow, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import { type LimitSettings, limitRates } from '../dist/index.js';
import { appOf } from './appOf.js';

async function startApp(t: Test, settings: LimitSettings) {
  const app = appOf(t, { settings });
  limitRates(app, settings);
  app.get('/read', async () => 'read');
  app.get('/write', {
    onRequest: app.rateLimits.byKey(({ headers }) => String(headers.authorization)),
    handler: async () => 'written',
  });
  app.delete('/services/:id', {
    onRequest: app.rateLimits.edits(({ headers }) => String(headers.authorization)),
    handler: async () => 'removed',
  });
  await app.ready();
  stopRateWindow(t);
  return app;
}

const remoteAddress = '203.0.113.7';

t.test('an address that has sent too much gets 429 and is told when to come back', async (t) => {
  const app = await startApp(t, { RATE_LIMIT_PER_ADDRESS: 2 });
  const ask = (remoteAddress: string) => app.inject({ url: '/read', remoteAddress });
  const first = await ask(remoteAddress);
  t.match(first.headers, { 'ratelimit-limit': '2', 'ratelimit-remaining': '1' });
  t.match(first.headers['ratelimit-reset'], /^([1-9]|10)$/);
  await ask(remoteAddress);
  const third = await ask(remoteAddress);
  t.equal(third.statusCode, 429);
  t.match(third.headers['content-type'], /^application\/problem\+json/);
  t.match(third.headers['retry-after'], /^([1-9]|10)$/);
  t.match(third.headers, { 'ratelimit-remaining': '0' });
  t.match(third.json(), { code: 'too_many_requests', status: 429 });
  t.equal((await ask('203.0.113.8')).statusCode, 200, 'another address is not concerned');
});

t.test('addresses of one IPv6 network count as one', async (t) => {
  const app = await startApp(t, { RATE_LIMIT_PER_ADDRESS: 1 });
  await app.inject({ url: '/read', remoteAddress: '2001:db8::1' });
  const second = await app.inject({ url: '/read', remoteAddress: '2001:db8::2' });
  t.equal(second.statusCode, 429);
});

t.test('health and metrics are never limited', async (t) => {
  const app = await startApp(t, { RATE_LIMIT_PER_ADDRESS: 1 });
  for (const url of ['/live', '/ready', '/metrics', '/live', '/ready', '/metrics']) {
    t.equal((await app.inject({ url, remoteAddress: '127.0.0.1' })).statusCode, 200, url);
  }
  await app.inject({ url: '/read', remoteAddress: '127.0.0.1' });
  const read = await app.inject({ url: '/read', remoteAddress: '127.0.0.1' });
  t.equal(read.statusCode, 429, 'unlike what else this machine asks for');
});

t.test('a key is limited from whatever address it is used', async (t) => {
  const app = await startApp(t, { RATE_LIMIT_PER_KEY: 1 });
  const write = (authorization: string, remoteAddress: string) =>
    app.inject({ url: '/write', remoteAddress, headers: { authorization } });
  t.equal((await write('one', '203.0.113.1')).statusCode, 200);
  t.equal((await write('one', '203.0.113.2')).statusCode, 429);
  t.equal((await write('two', '203.0.113.2')).statusCode, 200);
});

t.test('edits of an account are limited, and those of one service more strictly', async (t) => {
  const app = await startApp(t, { RATE_LIMIT_ACCOUNT_EDITS: 3, RATE_LIMIT_SERVICE_EDITS: 1 });
  const edit = async (authorization: string, id: string) => {
    const headers = { authorization };
    const answer = await app.inject({ method: 'DELETE', url: `/services/${id}`, headers });
    return [answer.statusCode, answer.headers['retry-after'] !== undefined];
  };
  t.same(await edit('one', 'a'), [200, false]);
  t.same(await edit('one', 'A'), [429, true], 'it is the same service');
  t.same(await edit('two', 'a'), [200, false], 'what others send is not counted');
  t.same(await edit('one', 'b'), [200, false]);
  t.same(await edit('one', 'c'), [429, true]);
});

t.test('the value 0 turns a limit off', async (t) => {
  const app = await startApp(t, { RATE_LIMIT_PER_ADDRESS: 0, RATE_LIMIT_PER_KEY: 0 });
  const answer = await app.inject({ url: '/write', remoteAddress });
  t.equal(answer.headers['ratelimit-limit'], undefined);
});

t.test('without a setting only other machines are limited', async (t) => {
  const app = await startApp(t, {});
  t.equal((await app.inject('/read')).headers['ratelimit-limit'], undefined);
  const remote = await app.inject({ url: '/read', remoteAddress });
  t.equal(remote.headers['ratelimit-limit'], '20000');
});

t.test('X-Forwarded-For counts from proxies that are trusted, and from no one else', async (t) => {
  const ask = async (settings: LimitSettings) => {
    const app = await startApp(t, { RATE_LIMIT_PER_ADDRESS: 1, ...settings });
    const statuses = [];
    for (const client of ['198.51.100.1', '198.51.100.2']) {
      const headers = { 'x-forwarded-for': client };
      statuses.push((await app.inject({ url: '/read', remoteAddress: '10.0.0.1', headers })).statusCode);
    }
    return statuses;
  };
  t.same(await ask({}), [200, 429]);
  t.same(await ask({ TRUST_PROXY: 'loopback, 10.0.0.0/8' }), [200, 200]);
});

t.test('processes that share a Redis count together', async (t) => {
  const REDIS_URL = await redisUrl(t);
  if (!REDIS_URL) return;
  const settings = { REDIS_URL, RATE_LIMIT_PER_ADDRESS: 10_000 };
  const [one, other] = [await startApp(t, settings), await startApp(t, settings)];
  // An address of its own for every run: the Redis may be one that other runs use.
  const remoteAddress = `2001:db8:${process.pid.toString(16).slice(-4)}:${(Date.now() % 65_536).toString(16)}::1`;
  let requests = 0;
  await until(
    async () => {
      for (let i = 0; i < 20; i += 1) await one.inject({ url: '/read', remoteAddress });
      const answer = await other.inject({ url: '/read', remoteAddress });
      requests += 1;
      return 10_000 - Number(answer.headers['ratelimit-remaining']) > requests;
    },
    { message: 'what the other process counted was not heard of' },
  );
});
