import { registration } from '@shirube/testing';
import { testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import {
  absenceReason,
  createAccount,
  type Database,
  editService,
  importServices,
  listModerated,
  type ModerationAction,
  moderateService,
  registerService,
  removeService,
} from '../dist/index.js';

const endpoint = 'https://moderated.example.com/api';

async function moderatedCatalog(t: Parameters<typeof testCatalog>[0]) {
  const database = await testCatalog(t);
  const { id: accountId } = await createAccount(database, { name: 'owner' });
  const { id: otherId } = await createAccount(database, { name: 'other' });
  const register = async (at: string, account = accountId) => {
    const result = await registerService(database, registration({ endpoint: at }), { accountId: account });
    if (result.outcome !== 'created') throw new Error(result.outcome);
    return result.service;
  };
  const moderate = (action: ModerationAction, id: string, scope?: 'endpoint' | 'host') =>
    moderateService(database, 'test', { id, action, scope, reason: `to ${action}` });
  return { database, accountId, otherId, register, moderate };
}

const stateOf = async (database: Database, id: string) => {
  const { rows } = await database.query<{ moderation: string | null }>(
    'select moderation from services where id = $1',
    [id],
  );
  return rows[0]?.moderation;
};

for (const [action, state] of [
  ['hide', 'hidden'],
  ['impostor', 'impostor'],
] as const) {
  t.test(`a service that is registered again at an endpoint that is ${state} is so too`, async (t) => {
    const { database, otherId, register, moderate } = await moderatedCatalog(t);
    const first = await register(endpoint);
    const copy = await register(`${endpoint}/`);
    const others = await register(endpoint, otherId);
    await moderate(action, first.id);
    t.equal(await stateOf(database, copy.id), state, 'an earlier copy of the same account');
    t.equal(await stateOf(database, others.id), null, 'those of others may be whom it poses as');

    const again = await register('HTTPS://moderated.example.com:443//api');
    t.match(again, { moderation: { state, reason: `to ${action}` } }, 'who registers it is told so');
    for (const { id } of [first, copy, again]) await removeService(database, id);
    const anew = await register(endpoint);
    t.equal(await stateOf(database, anew.id), state, 'nor does removing it first help');
    t.equal(await stateOf(database, (await register(endpoint, otherId)).id), state, 'nor another account');
    const key = { owner: Buffer.from('owner'), key: 'k' };
    const once = await registerService(database, registration({ endpoint }), { idempotency: key });
    t.match(once, { outcome: 'created', service: { moderation: { state } } });
    const [imported] = await importServices(database, [registration({ endpoint })]);
    t.equal(await stateOf(database, imported?.id ?? ''), state, 'nor an import');

    const otherService = await register('https://elsewhere.example.com/');
    t.notOk('moderation' in otherService);
    const moved = await editService(database, otherService.id, {}, (now) => ({ ...now, endpoint }));
    t.match(moved, { service: { moderation: { state } } }, 'nor moving another one there');
  });
}

t.test('a service that is hidden from the start was never there for others, and its owner is told', async (t) => {
  const { database, register, moderate } = await moderatedCatalog(t);
  await moderate('hide', (await register(endpoint)).id);
  const { id } = await register(endpoint);
  t.equal(await absenceReason(database, id), 'hidden');
  const entries = async () => {
    const { rows } = await database.query(
      'select type, moderation from changes where service_id = $1 order by number',
      [id],
    );
    return rows;
  };
  t.strictSame(await entries(), [{ type: 'touched', moderation: 'hidden' }]);
  await moderate('restore', id);
  t.strictSame((await entries()).slice(1), [{ type: 'created', moderation: 'restored' }]);
  t.equal(await absenceReason(database, id), undefined);
});

t.test('an endpoint that was restored is like any other, unless others there are still moderated', async (t) => {
  const { database, otherId, register, moderate } = await moderatedCatalog(t);
  const bad = await register(endpoint);
  await moderate('impostor', bad.id);
  const owner = await register(endpoint, otherId);
  await moderate('restore', owner.id);
  t.equal(await stateOf(database, owner.id), null);
  t.equal(await stateOf(database, bad.id), 'impostor');
  t.equal(await stateOf(database, (await register(endpoint)).id), 'impostor');
  await editService(database, owner.id, {}, (now) => ({ ...now, name: 'Renamed' }));
  t.equal(await stateOf(database, owner.id), null, 'a change of something else does not mark it again');
  await moderate('restore', bad.id);
  t.strictSame(await listModerated(database), []);
  t.notOk('moderation' in (await register(endpoint)));
});

t.test('a host is moderated as a whole where the operator says so, and restored as a whole', async (t) => {
  const { database, otherId, register, moderate } = await moderatedCatalog(t);
  const [one, two] = [await register(endpoint), await register('https://moderated.example.com:8443/b', otherId)];
  const alone = await register('https://moderated.example.com/alone');
  await moderate('impostor', alone.id);
  t.equal(await stateOf(database, one.id), null);
  await moderate('hide', one.id, 'host');
  for (const { id } of [one, two, alone]) t.equal(await stateOf(database, id), 'hidden');
  const later = await register('https://moderated.example.com/later', otherId);
  t.match(later, { moderation: { state: 'hidden' } });
  t.notOk('moderation' in (await register('https://other.example.com/')));
  await moderate('restore', later.id, 'host');
  for (const { id } of [one, two, later]) t.equal(await stateOf(database, id), null);
  t.equal(await stateOf(database, alone.id), 'hidden', 'but not what was moderated by itself');
  t.notOk('moderation' in (await register('https://moderated.example.com/latest')));
  await removeService(database, alone.id);
  t.match(await register('https://moderated.example.com/alone'), { moderation: { state: 'impostor' } });
});
