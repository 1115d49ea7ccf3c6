import { findLiveKey, keyDigest, operatorAccount } from '@shirube/catalog';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { lines } from './registration.js';
import { shirube, shirubeJson } from './shirube.js';

t.test('commands create and change accounts', async (t) => {
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

  t.test(
    'imported services belong to the operator or to the account that is given, and can be handed over',
    async (t) => {
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
    },
  );

  t.test('quota, name and contact of an account can be changed', async (t) => {
    const quotaOf = async (quota: string) =>
      (await shirubeJson(['accounts', 'set', team.id, '--quota', quota], env)).serviceQuota;
    t.equal(await quotaOf('5000'), 5000);
    t.equal(await quotaOf('default'), null, 'as many as others');
    const changed = await shirubeJson(['accounts', 'set', team.id, '--name', 'Weather', '--contact', ''], env);
    t.match(changed, { id: team.id, name: 'Weather', contact: null });
  });

  t.test('the operator sets the webhook of an account, and removes it', async (t) => {
    const url = 'https://weather.example.com/hook';
    const webhook = ['accounts', 'webhook', team.id];
    t.match(await shirube(webhook, env), { code: 1, stderr: /has no webhook/ });
    t.match(await shirube([...webhook, '--url', 'ftp://x'], env), { code: 2, stderr: /http or https/ });
    t.match(await shirubeJson([...webhook, '--url', url], env), { url, secret: /^whsec_/ });
    t.match((await shirube(webhook, env)).stdout, /pending +0/);
    t.match(await shirubeJson([...webhook, '--remove'], env), { url });
  });

  t.test('settlements and the health of the directory are shown', async (t) => {
    t.strictSame(await shirubeJson(['settlements', 'status'], env), { total: 0, unmatched: 0, payees: [] });
    t.match((await shirube(['settlements', 'status'], env)).stdout, /unmatched +0/);
    t.match(await shirubeJson(['monitor', 'health'], env), { days: { length: 0 }, failingHosts: { length: 0 } });
    t.match((await shirube(['monitor', 'health'], env)).stdout, /Failing hosts: none/);
  });

  t.test('a request about an account that cannot be met is refused with a sentence', async (t) => {
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

t.test('commands create, list and revoke keys', async (t) => {
  const { env, database } = await emptyCatalog(t);

  t.test('while there is no key, the list says how to create one', async (t) => {
    const { code, stdout } = await shirube(['keys', 'list'], env);
    t.equal(code, 0);
    t.match(stdout, 'shirube keys create --name NAME');
    t.same(await shirubeJson(['keys', 'list'], env), []);
  });

  t.test('a new key is shown once, and works', async (t) => {
    const { code, stdout, stderr } = await shirube(['keys', 'create', '--name', '天気チーム'], env);
    t.equal(code, 0);
    t.equal(stderr, '');
    const [key = ''] = stdout.match(/shk_[\w-]{43}/) ?? [];
    t.match(await findLiveKey(database, keyDigest(key)), {
      name: '天気チーム',
      scopes: ['services:write'],
      expiresAt: null,
    });
    const list = await shirube(['keys', 'list'], env);
    t.match(list.stdout, /天気チーム +services:write +live/);
    t.notMatch(list.stdout, 'shk_');
    t.notMatch((await shirube(['keys', 'list', '--json'], env)).stdout, key);
  });

  t.test('a key is created with the scopes and the expiry that are given', async (t) => {
    const args = ['keys', 'create', '--name', 'ci', '--scope', 'admin', '--scope', 'services:write'];
    const key = await shirubeJson([...args, '--expires', '90d'], env);
    t.same(key.scopes, ['admin', 'services:write']);
    t.match(key.key, /^shk_[\w-]{43}$/);
    const days = (Date.parse(key.expiresAt) - Date.now()) / 86_400_000;
    t.ok(days > 89.9 && days <= 90);
    const dated = await shirubeJson(['keys', 'create', '--name', 'dated', '--expires', '2999-12-31'], env);
    t.equal(dated.expiresAt, '2999-12-31T00:00:00.000Z');
  });

  t.test('a revoked key is dead and listed as such; revoking it again fails', async (t) => {
    const { id, key } = await shirubeJson(['keys', 'create', '--name', 'lost'], env);
    t.same(await shirubeJson(['keys', 'revoke', id], env), { id, revoked: true });
    t.equal(await findLiveKey(database, keyDigest(key)), undefined);
    t.match((await shirube(['keys', 'list'], env)).stdout, /lost +services:write +revoked/);
    const again = await shirube(['keys', 'revoke', id], env);
    t.equal(again.code, 1);
    t.equal(again.stderr, `shirube: There is no live key with the id ${id}: see the ids with shirube keys list.\n`);
  });

  const wrong: [string[], RegExp][] = [
    [[], /Required option '--name <NAME>' not specified/],
    [['--name', '  '], /'--name <NAME>' .* is invalid. It must have 1 to 255 characters/],
    [['--name', 'a\u{1b}[31m'], /no control characters/],
    [
      ['--name', 'x', '--scope', 'root'],
      /'root' is invalid. Allowed choices are services:write, settlements:write, admin/,
    ],
    [['--name', 'x', '--expires', 'soon'], /'soon' is invalid. It must be a time from now/],
    [['--name', 'x', '--expires', '2020-01-01'], /'--expires .* It must be in the future/],
    [['--name', 'x', '--expires', '0d'], /'--expires .* It must be in the future/],
    [['--name', 'x', '--colour', 'red'], /Unknown option '--colour'\./],
    [['--name', 'x', 'y'], /Too many arguments for 'create'/],
  ];
  t.test('keys create refuses wrong options with a sentence and a pointer to its help', async (t) => {
    for (const [args, sentence] of wrong) {
      const { code, stdout, stderr } = await shirube(['keys', 'create', ...args]);
      t.equal(code, 2, args.join(' '));
      t.equal(stdout, '');
      t.match(stderr, sentence);
      t.match(stderr, 'See: shirube keys create --help');
      t.equal(stderr.trim().split('\n').length, 2);
    }
  });
});
