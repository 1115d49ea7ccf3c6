import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { countServices } from '@shirube/catalog';
import { challengeOf } from '@shirube/testing';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { shirube } from './shirube.js';

t.test('what an origin sells is registered by its address, once, and faults are told', async (t) => {
  const server = createServer(({ url }, response) => {
    const isList = url === '/.well-known/x402';
    response.statusCode = isList ? 200 : url === '/sold' ? 402 : 400;
    response.end(JSON.stringify(isList ? { version: 1, resources: ['/sold', '/early'] } : challengeOf()));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { env, database } = await emptyCatalog(t);
  const open = { ...env, MONITOR_ALLOW_PRIVATE: 'true' };

  const dry = await shirube(['register', origin, '--dry-run'], open);
  t.equal(dry.code, 1);
  t.match(dry.stdout, `${origin}/sold would be registered: 0.01 USDC`);
  t.match(dry.stdout, 'answers 400 before 402: let unauthenticated requests reach the challenge');

  t.match((await shirube(['register', origin], open)).stdout, `${origin}/sold registered as`);
  t.match((await shirube(['register', origin], open)).stdout, `${origin}/sold is already registered as`);
  t.equal(await countServices(database), 1);

  const refused = await shirube(['register', `${origin}/sold`], { ...env, MONITOR_PORTS: '1-65535' });
  t.equal(refused.code, 1);
  t.match(refused.stdout, 'Its host is not public');
  t.match((await shirube(['register', 'nonsense'], open)).stderr, 'Give an http or https address');
});
