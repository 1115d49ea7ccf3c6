import { missingPrograms, startStack } from '@shirube/dev/stack';
import { directoryClient, patientSearches, until } from '@shirube/testing';
import t from 'tap';

const missing = await missingPrograms();
if (missing.length > 0) {
  t.pass('outages behind the gateway', { skip: `${missing.join(', ')} not on PATH` });
} else {
  const stack = await startStack({ readApis: 2, env: patientSearches });
  t.teardown(() => stack.close());
  const client = directoryClient(stack.url, stack.key, { 'cache-control': 'no-cache' });

  await t.test('while the search engine is down, a cached answer is still sent, marked stale', async (t) => {
    const path = '/api/services?limit=3';
    const ask = async () => {
      const response = await fetch(stack.url + path);
      return { status: response.status, cache: response.headers.get('x-cache'), text: await response.text() };
    };
    const before = await until(
      async () => {
        const answer = await ask();
        return answer.cache === 'HIT' ? answer : undefined;
      },
      { message: 'nothing is kept' },
    );
    await stack.meilisearch.kill();
    await until(async () => (await client.get(path)).status === 503, { message: 'the engine still answers' });
    const stale = await until(
      async () => {
        const answer = await ask();
        return answer.cache === 'STALE' ? answer : undefined;
      },
      { message: 'nothing stale is sent' },
    );
    t.equal(stale.status, 200);
    t.equal(stale.text, before.text);
    t.equal(
      (await client.get<{ code: string }>(path)).body.code,
      'search_unavailable',
      'an answer past the cache says so',
    );
    await stack.meilisearch.start();
    await until(async () => (await client.get(path)).status === 200, {
      message: 'the engine does not come back',
    });
  });

  await t.test('reads go on without one of two read APIs, and are a 503 without both', async (t) => {
    const [first, second] = stack.readApis;
    await first?.kill();
    for (let turn = 0; turn < 20; turn++) t.equal((await client.get('/api/categories')).status, 200);
    await second?.kill();
    const { status, headers, body } = await client.get<{ code: string }>('/api/categories');
    t.equal(status, 503);
    t.equal(body.code, 'service_unavailable');
    t.match(headers.get('retry-after') ?? '', /^\d+$/);
    await Promise.all([first?.start(), second?.start()]);
    await stack.gateway.ready();
    t.equal((await client.get('/api/categories')).status, 200);
  });
}
