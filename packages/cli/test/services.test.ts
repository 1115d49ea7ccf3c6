import { findService, mainNode, nodeProgress, skipToEnd } from '@shirube/catalog';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { lines } from './registration.js';
import { shirube, shirubeJson } from './shirube.js';

t.test('services', async (t) => {
  const { env, database } = await emptyCatalog(t);
  await shirubeJson(['import', '-'], env, lines(1, 2));
  const { rows } = await database.query<{ id: string }>('select id from services order by id');
  const [{ id } = { id: '' }, { id: second } = { id: '' }] = rows;
  await skipToEnd(database);

  t.test('list shows the newest first, with the ids that the other commands take', async (t) => {
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
    t.match(await shirubeJson(['services', 'list', '--status', 'verified'], env), { total: 0, services: [] });
    t.match((await shirube(['services', 'list', '--category', 'nothing'], env)).stdout, '0 services.');
    t.match(await shirube(['services', 'list', '--limit', '0']), {
      code: 2,
      stderr: /'--limit <N>' .* It must be/,
    });
  });

  t.test('show tells everything about a service', async (t) => {
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

  t.test('search finds by any part of what is registered', async (t) => {
    for (const text of ['サービス 2', 'サービス'])
      t.match(await shirubeJson(['services', 'search', text], env), { services: [{ id: second }] }, text);
    t.match(await shirubeJson(['services', 'search', 'no such'], env), { total: 0 });
  });

  t.test('edit changes what is given, checks the whole, and takes verified away', async (t) => {
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

  t.test('set changes status and trust, and leaves what is not given', async (t) => {
    const set = ['services', 'set', id];
    t.match(await shirubeJson([...set, '--status', 'verified', '--trust', '80'], env), {
      status: 'verified',
      trustScore: 80,
    });
    t.match(await shirubeJson([...set, '--trust', '100'], env), { status: 'verified', trustScore: 100 });
    t.match(await findService(database, id), { status: 'verified', trustScore: 100 });
    t.equal((await nodeProgress(database, mainNode)).pending, 2, 'search will follow');
  });

  t.test('set refuses what makes no sense', async (t) => {
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

  t.test('remove takes a service out, and records that search must follow', async (t) => {
    const { code, stdout } = await shirube(['services', 'remove', second], env);
    t.equal(code, 0);
    t.equal(stdout, `Removed サービス 2 (${second}).\n`);
    t.equal(await findService(database, second), undefined);
    t.equal((await nodeProgress(database, mainNode)).pending, 2);
  });

  t.test('an id that is not there is one sentence', async (t) => {
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
