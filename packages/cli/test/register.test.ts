import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { countServices, openDatabase } from '@shirube/catalog';
import type { AccountChallenge, ProvenAccount, RegistrationResults } from '@shirube/contracts';
import { catalogUrl, challengeOf, startDirectory } from '@shirube/testing';
import t from 'tap';
import { privateKeyToAccount } from 'viem/accounts';
import { emptyCatalog } from './emptyCatalog.js';
import { shirube } from './shirube.js';

t.test('register finds what an origin sells, registers it once, and names the faults of the rest', async (t) => {
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

t.test('list opens an account with a proof and registers what a URL sells, at any directory', async (t) => {
  const databaseUrl = await catalogUrl(t);
  const { url: directory } = await startDirectory(t, { DATABASE_URL: databaseUrl, MONITOR_ALLOW_PRIVATE: 'true' });
  const database = openDatabase(databaseUrl, { onError: () => {} });
  t.teardown(() => database.end());
  const owner = privateKeyToAccount(`0x${'44'.repeat(32)}`);
  let isDeclared = true;
  /** Serves the newest token, as its owner would do after reading it. */
  const server = createServer(async ({ url }, response) => {
    if (url === '/.well-known/shirube.txt') {
      const { rows } = await database.query('select token from account_challenges order by id desc limit 1');
      return void response.end(rows[0]?.token);
    }
    if (isDeclared && url === '/.well-known/x402.json')
      return void response.end(JSON.stringify({ resources: [`${origin}/weather`, `${origin}/gone`] }));
    const isSold = url === '/weather' || url === '/rain';
    response.writeHead(isSold ? 402 : 404).end(JSON.stringify(challengeOf({ payTo: owner.address })));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const list = (...args: string[]) => shirube(['list', ...args, '--directory', directory]);

  const first = await list(origin, '--json');
  t.equal(first.code, 0, first.stderr);
  t.match(
    first.stderr,
    /^http:\S+\/weather would be registered: 0\.01 USDC\nhttp:\S+\/gone cannot be registered\n {2}It answers 404/,
  );
  t.match(first.stderr, `\n${owner.address}\n\nI am paid at this address`, 'the message to sign, line by line');
  t.match(first.stderr, `Serve this token as text at ${origin}/.well-known/shirube.txt`);
  const { account, results }: RegistrationResults & { account: ProvenAccount } = JSON.parse(first.stdout);
  t.match(results, [{ endpoint: `${origin}/weather`, outcome: 'registered' }, { outcome: 'faulty' }]);

  isDeclared = false;
  const second = await list(`${origin}/rain`, '--key', account.key);
  t.match(second, { code: 0, stdout: /rain registered as/ });
  t.match(await list(`${origin}/nothing`, '--key', account.key), { code: 1, stdout: /cannot be registered/ });
  t.match(await list(`${origin}/rain`, '--key', 'wrong'), { code: 1, stderr: /key/ });

  const nowhere = await shirube(['list', origin, '--directory', 'http://127.0.0.1:1']);
  t.match(nowhere, { code: 1, stderr: /No directory answers at http:\/\/127\.0\.0\.1:1/ });

  const response = await fetch(`${directory}/api/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${origin}/rain`, paymentAddress: owner.address, network: 'base' }),
  });
  const { id, message } = (await response.json()) as AccountChallenge;
  const signature = await owner.signMessage({ message });
  const signed = await list(`${origin}/rain`, '--challenge', id, '--signature', signature);
  t.match(signed, { code: 0, stdout: /Its key, which is shown only now: shk_/ });
});
