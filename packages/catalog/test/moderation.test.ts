import { registration } from '@shirube/testing';
import { testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import {
  absenceReason,
  createAccount,
  editService,
  importServices,
  listModerated,
  type ModerationAction,
  moderateService,
  registerService,
  removeService,
} from '../dist/index.js';

const database = await testCatalog(t);
let hosts = 0;

/** Two accounts, and an endpoint at a host that no other test uses. */
async function moderatedHost() {
  hosts += 1;
  const host = `https://moderated-${hosts}.example.com`;
  const { id: accountId } = await createAccount(database, { name: 'owner' });
  const { id: otherId } = await createAccount(database, { name: 'other' });
  const register = async (at: string, account = accountId) => {
    const result = await registerService(database, registration({ endpoint: at }), { accountId: account });
    if (result.outcome !== 'created') throw new Error(result.outcome);
    return result.service;
  };
  const moderate = (action: ModerationAction, id: string, scope?: 'endpoint' | 'host') =>
    moderateService(database, 'test', { id, action, scope, reason: `to ${action}` });
  return { host, endpoint: `${host}/api`, otherId, register, moderate };
}

const stateOf = async (id: string) => {
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
  t.test(`a service that is registered at an endpoint where one is ${state} is ${state} too`, async (t) => {
    const { endpoint, host, otherId, register, moderate } = await moderatedHost();
    const first = await register(endpoint);
    const copy = await register(`${endpoint}/`);
    const others = await register(endpoint, otherId);
    await moderate(action, first.id);
    t.equal(await stateOf(copy.id), state, 'an earlier copy of the same account');
    t.equal(await stateOf(others.id), null, 'those of others may be whom it poses as');

    const again = await register(`HTTPS${host.slice('https'.length)}:443//api`);
    t.match(again, { moderation: { state, reason: `to ${action}` } }, 'who registers it is told so');
    for (const { id } of [first, copy, again]) await removeService(database, id);
    const anew = await register(endpoint);
    t.equal(await stateOf(anew.id), state, 'nor does removing it first help');
    t.equal(await stateOf((await register(endpoint, otherId)).id), state, 'nor another account');
    const key = { owner: Buffer.from('owner'), key: action };
    const once = await registerService(database, registration({ endpoint }), { idempotency: key });
    t.match(once, { outcome: 'created', service: { moderation: { state } } });
    const [imported] = await importServices(database, [registration({ endpoint })]);
    t.equal(await stateOf(imported?.id ?? ''), state, 'nor an import');

    const otherService = await register('https://elsewhere.example.com/');
    t.notOk('moderation' in otherService);
    const moved = await editService(database, otherService.id, {}, (now) => ({ ...now, endpoint }));
    t.match(moved, { service: { moderation: { state } } }, 'nor moving another one there');
  });
}

t.test('a service that is hidden from its registration on is in no feed before it is restored', async (t) => {
  const { endpoint, register, moderate } = await moderatedHost();
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

t.test('an endpoint is free of moderation once all of its services are restored', async (t) => {
  const { endpoint, otherId, register, moderate } = await moderatedHost();
  const bad = await register(endpoint);
  await moderate('impostor', bad.id);
  const owner = await register(endpoint, otherId);
  await moderate('restore', owner.id);
  t.equal(await stateOf(owner.id), null);
  t.equal(await stateOf(bad.id), 'impostor');
  t.equal(await stateOf((await register(endpoint)).id), 'impostor');
  await editService(database, owner.id, {}, (now) => ({ ...now, name: 'Renamed' }));
  t.equal(await stateOf(owner.id), null, 'a change of something else does not mark it again');
  await moderate('restore', bad.id);
  const moderated = await listModerated(database);
  t.notOk(moderated.some(({ id }) => id === bad.id || id === owner.id));
  t.notOk('moderation' in (await register(endpoint)));
});

t.test('a host is hidden and restored as a whole, except what was moderated by itself', async (t) => {
  const { endpoint, host, otherId, register, moderate } = await moderatedHost();
  const [one, two] = [await register(endpoint), await register(`${host}:8443/b`, otherId)];
  const alone = await register(`${host}/alone`);
  await moderate('impostor', alone.id);
  t.equal(await stateOf(one.id), null);
  await moderate('hide', one.id, 'host');
  for (const { id } of [one, two, alone]) t.equal(await stateOf(id), 'hidden');
  const later = await register(`${host}/later`, otherId);
  t.match(later, { moderation: { state: 'hidden' } });
  t.notOk('moderation' in (await register('https://other.example.com/')));
  await moderate('restore', later.id, 'host');
  for (const { id } of [one, two, later]) t.equal(await stateOf(id), null);
  t.equal(await stateOf(alone.id), 'hidden', 'but not what was moderated by itself');
  t.notOk('moderation' in (await register(`${host}/latest`)));
  await removeService(database, alone.id);
  t.match(await register(`${host}/alone`), { moderation: { state: 'impostor' } });
});
