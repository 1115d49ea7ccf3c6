import { findService, mainNode, nodeProgress, skipToEnd } from '@shirube/catalog';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { lines } from './registration.js';
import { shirube, shirubeJson } from './shirube.js';

t.test('commands list, show, edit and remove services', async (t) => {
  const { env, database } = await emptyCatalog(t);
  await shirubeJson(['import', '-'], env, lines(1, 2));
  const { rows } = await database.query<{ id: string }>('select id from services order by id');
  const [{ id } = { id: '' }, { id: second } = { id: '' }] = rows;
  await skipToEnd(database);

  t.test('services list shows the newest first, with the ids that the other commands take', async (t) => {
    const { code, stdout } = await shirube(['services', 'list'], env);
    t.equal(code, 0);
    t.match(
      stdout,
      new RegExp(`^ID .*\\n${second} +サービス 2 .*\\n${id} +サービス 1 +\\S+ +0\\.0100 USDC +unverified`),
    );
    t.match(await shirubeJson(['services', 'list', '--limit', '1'], env), {
      total: 2,
      services: [{ id: second }],
    });
    t.match(await shirubeJson(['services', 'list', '--status', 'verified'], env), {
      total: 0,
      services: { length: 0 },
    });
    t.match((await shirube(['services', 'list', '--category', 'nothing'], env)).stdout, '0 services.');
    t.match(await shirube(['services', 'list', '--limit', '0']), {
      code: 2,
      stderr: /'--limit <N>' .* It must be/,
    });
    for (const [chain, total] of [
      ['BASE', 2],
      ['eip155:8453', 2],
      ['polygon', 0],
    ] as const)
      t.match(await shirubeJson(['services', 'list', '--chain', chain], env), { total }, chain);
    t.match(await shirubeJson(['services', 'list', '--chain', 'polygon', 'base'], env), { total: 2 });
    t.match(await shirube(['services', 'list', '--chain', 'base', 'bsae']), {
      code: 2,
      stderr: /'bsae' is invalid\. It must be a known chain or a CAIP-2 id .*; did you mean "base"\?/,
    });
  });

  t.test('services show prints everything about a service', async (t) => {
    const { code, stdout } = await shirube(['services', 'show', id], env);
    t.equal(code, 0);
    t.match(stdout, /name +サービス 1/);
    t.match(stdout, /price +0\.0100 USDC per request/);
    t.match(stdout, /status +unverified/);
    t.match(await shirubeJson(['services', 'show', id], env), {
      service: { id, name: 'サービス 1', pricing: { pricePerRequest: '0.0100' } },
      status: { id, uptimeScore: 0, lastChecked: null },
    });
  });

  t.test('services search finds a service by any part of its name', async (t) => {
    for (const text of ['サービス 2', 'サービス'])
      t.match(await shirubeJson(['services', 'search', text], env), { services: [{ id: second }] }, text);
    t.match(await shirubeJson(['services', 'search', 'no such'], env), { total: 0 });
  });

  t.test('services edit changes the given fields, checks all of them, and takes "verified" away', async (t) => {
    await shirubeJson(['services', 'set', second, '--status', 'verified'], env);
    const edit = ['services', 'edit', second];
    t.match(await shirubeJson([...edit, '--name', '改名', '--price', '0.5', '--free-quota', 'none'], env), {
      name: '改名',
      status: 'unverified',
      pricing: { currency: 'USDC', pricePerRequest: '0.5' },
    });
    const { code, stderr } = await shirube([...edit, '--price', 'much', '--network', 'base-mainnet'], env);
    t.equal(code, 1);
    t.match(stderr, /^shirube: pricing\.pricePerRequest must be .* x402Config\.network must be .*did you mean "base"/);
    t.match(await shirube(edit), { code: 2, stderr: /Nothing to change/ });
    t.match(await shirube([...edit, '--free-quota', '-1']), { code: 2, stderr: /--free-quota/ });
    await shirubeJson([...edit, '--name', 'サービス 2'], env);
  });

  t.test('services set changes status and trust, and leaves the one that is not given', async (t) => {
    const set = ['services', 'set', id];
    t.match(await shirubeJson([...set, '--status', 'verified', '--trust', '80'], env), {
      status: 'verified',
      trustScore: 80,
    });
    t.match(await shirubeJson([...set, '--trust', '100'], env), { status: 'verified', trustScore: 100 });
    t.match(await findService(database, id), { status: 'verified', trustScore: 100 });
    t.equal((await nodeProgress(database, mainNode)).pending, 2, 'search will follow');
  });

  t.test('services set refuses invalid values with a sentence', async (t) => {
    for (const [args, sentence] of [
      [[], /Nothing to change: give --status, --trust or both/],
      [['--trust', '101'], /'101' is invalid. It must be a whole number from 0 to 100/],
      [['--trust', '1.5'], /'--trust <0-100>' .* It must be a whole number/],
      [['--status', 'good'], /'good' is invalid. Allowed choices are verified, unverified, inactive/],
    ] as const) {
      const { code, stderr } = await shirube(['services', 'set', id, ...args]);
      t.equal(code, 2);
      t.match(stderr, sentence);
    }
    t.match(await findService(database, id), { trustScore: 100 });
  });

  t.test('services remove deletes a service, and records that search must follow', async (t) => {
    const { code, stdout } = await shirube(['services', 'remove', second], env);
    t.equal(code, 0);
    t.equal(stdout, `Removed サービス 2 (${second}).\n`);
    t.equal(await findService(database, second), undefined);
    t.equal((await nodeProgress(database, mainNode)).pending, 2);
  });

  t.test('an id that no service has is answered with one sentence', async (t) => {
    for (const args of [
      ['show', second],
      ['show', "'; drop table services"],
      ['set', second, '--trust', '1'],
      ['remove', second],
    ]) {
      const { code, stdout, stderr } = await shirube(['services', ...args], env);
      t.equal(code, 1);
      t.equal(stdout, '');
      t.equal(stderr, `shirube: There is no service with the id ${args[1]}.\n`);
    }
  });
});

t.test('commands list and label categories', async (t) => {
  const { env, database } = await emptyCatalog(t);
  t.equal((await shirube(['category', 'list'], env)).stdout, 'No category is in use yet.\n');
  await shirubeJson(['import', '-'], env, lines(1, 2));
  await skipToEnd(database);

  t.test('the list of categories shows labels in both languages, aligned by their width', async (t) => {
    const { stdout } = await shirube(['category', 'list'], env);
    t.equal(stdout, 'ID       LABEL    JAPANESE  SERVICES\nweather  Weather  天気      2\n');
    t.same(await shirubeJson(['category', 'list'], env), [
      { id: 'weather', label: 'Weather', labelJa: '天気', count: 2 },
    ]);
  });

  t.test('a new label is shown, and the services of the category are reindexed', async (t) => {
    const args = ['category', 'label', 'weather', '--label', 'Weather & Climate'];
    t.match((await shirube(args, env)).stdout, '2 services will be indexed again');
    t.match(await shirubeJson(['category', 'list'], env), [{ label: 'Weather & Climate', labelJa: '天気' }]);
    t.equal((await nodeProgress(database, mainNode)).pending, 2);
    t.match(await shirubeJson([...args, '--label-ja', '天気・気候'], env), {
      labelJa: '天気・気候',
      services: 2,
    });
    t.match(await shirubeJson(['category', 'list'], env), [{ labelJa: '天気・気候' }]);
  });

  t.test('a category can be labelled before it is used', async (t) => {
    t.match(await shirubeJson(['category', 'label', 'tea', '--label', 'Tea'], env), { services: 0 });
  });

  t.test('an invalid id of a category, or a blank label, is refused with a sentence', async (t) => {
    const badId = await shirube(['category', 'label', 'No Such', '--label', 'x']);
    t.equal(badId.code, 2);
    t.match(badId.stderr, /'ID'. It must be a category id of at most 64/);
    const blank = await shirube(['category', 'label', 'tea', '--label', ' ']);
    t.equal(blank.code, 2);
    t.match(blank.stderr, /'--label <TEXT>' .* It must have 1 to 255 characters/);
  });
});
