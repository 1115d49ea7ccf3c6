import { findLiveKey, keyDigest, openDatabase } from '@shirube/catalog';
import { testDatabaseUrl } from '@shirube/testing';
import t from 'tap';
import { shirube, shirubeJson } from './shirube.js';

t.test('keys', async (t) => {
  const url = await testDatabaseUrl(t);
  const env = { DATABASE_URL: url };
  const database = openDatabase(url);
  t.teardown(() => database.end());

  t.test('without a key yet, the list says how to make one', async (t) => {
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

  t.test('scopes and an expiry can be given', async (t) => {
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
  for (const [args, sentence] of wrong) {
    t.test(`keys create ${args.join(' ').trim()} is refused with a sentence`, async (t) => {
      const { code, stdout, stderr } = await shirube(['keys', 'create', ...args]);
      t.equal(code, 2);
      t.equal(stdout, '');
      t.match(stderr, sentence);
      t.match(stderr, 'See: shirube keys create --help');
      t.equal(stderr.trim().split('\n').length, 2);
    });
  }
});
