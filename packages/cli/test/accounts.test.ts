import { findLiveKey, keyDigest, operatorAccount } from '@shirube/catalog';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { lines } from './registration.js';
import { shirube, shirubeJson } from './shirube.js';

t.test('accounts', async (t) => {
  const { env, database } = await emptyCatalog(t);
  const team = await shirubeJson(['accounts', 'create', '--name', '天気チーム', '--contact', 'a@b.example'], env);

  t.test('a second key of an account is made by its name or id', async (t) => {
    for (const account of ['天気チーム', team.id]) {
      const { key } = await shirubeJson(['keys', 'create', '--name', 'laptop', '--account', account], env);
      t.match(await findLiveKey(database, keyDigest(key)), { accountId: team.id });
    }
    const { stdout } = await shirube(['accounts', 'list'], env);
    t.match(stdout, /operator +0 +0/);
    t.match(stdout, /天気チーム +a@b\.example +2 +0/);
  });

  t.test('what is imported belongs to the operator, or to who is named, and can be handed over', async (t) => {
    await shirubeJson(['import', '-'], env, lines(1, 2));
    await shirubeJson(['import', '-', '--account', '天気チーム'], env, lines(3, 3));
    const services = async () =>
      (await shirubeJson(['accounts', 'list'], env)).map(({ services }: { services: number }) => services);
    t.strictSame(await services(), [2, 1]);
    const { rows } = await database.query<{ id: string }>('select id from services order by id limit 1');
    const id = rows[0]?.id ?? '';
    t.strictSame(await shirubeJson(['services', 'assign', id, '--account', team.id], env), {
      account: team.id,
      services: [id],
    });
    t.strictSame(await services(), [1, 2]);
  });

  t.test('name and contact can be changed', async (t) => {
    const quotaOf = async (quota: string) =>
      (await shirubeJson(['accounts', 'set', team.id, '--quota', quota], env)).serviceQuota;
    t.equal(await quotaOf('5000'), 5000);
    t.equal(await quotaOf('default'), null, 'as many as others');
    const changed = await shirubeJson(['accounts', 'set', team.id, '--name', 'Weather', '--contact', ''], env);
    t.match(changed, { id: team.id, name: 'Weather', contact: null });
  });

  t.test('an account is told of changes of status where the operator says', async (t) => {
    const url = 'https://weather.example.com/hook';
    const webhook = ['accounts', 'webhook', team.id];
    t.match(await shirube(webhook, env), { code: 1, stderr: /has no webhook/ });
    t.match(await shirube([...webhook, '--url', 'ftp://x'], env), { code: 2, stderr: /http or https/ });
    t.match(await shirubeJson([...webhook, '--url', url], env), { url, secret: /^whsec_/ });
    t.match((await shirube(webhook, env)).stdout, /pending +0/);
    t.match(await shirubeJson([...webhook, '--remove'], env), { url });
  });

  t.test('settlements and the health of the directory can be looked at', async (t) => {
    t.strictSame(await shirubeJson(['settlements', 'status'], env), { total: 0, unmatched: 0, payees: [] });
    t.match((await shirube(['settlements', 'status'], env)).stdout, /unmatched +0/);
    t.match(await shirubeJson(['monitor', 'health'], env), { days: [], failingHosts: [] });
    t.match((await shirube(['monitor', 'health'], env)).stdout, /Failing hosts: none/);
  });

  t.test('what cannot be is a sentence', async (t) => {
    await shirubeJson(['accounts', 'create', '--name', 'Weather'], env);
    for (const [args, sentence] of [
      [['keys', 'create', '--name', 'x', '--account', 'nobody'], /There is no account nobody: see/],
      [['accounts', 'set', 'Weather', '--name', 'x'], /Several accounts have the name Weather: give the id/],
      [['services', 'assign', team.id, '--account', operatorAccount], /There is no service with the id/],
    ] as const) {
      const { code, stderr } = await shirube(args, env);
      t.equal(code, 1);
      t.match(stderr, sentence);
    }
    for (const [args, sentence] of [
      [['accounts', 'create'], /'--name <NAME>' not specified/],
      [['accounts', 'create', '--name', 'x', '--contact', '\u0007'], /'--contact <TEXT>' .* It must have 1 to 255/],
      [['accounts', 'set', 'x'], /Nothing to change/],
      [['services', 'assign', 'x'], /'--account <ACCOUNT>' not specified/],
      [['services', 'assign', '--account', 'x'], /Missing required argument 'ID'/],
    ] as const) {
      t.match(await shirube(args), { code: 2, stderr: sentence });
    }
  });
});
