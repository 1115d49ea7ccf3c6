import { registration } from '@shirube/testing';
import t from 'tap';
import { changeService, type Database, editService, listServiceHistory } from '../dist/index.js';
import { register, settledFeed, testCatalog } from './testCatalog.js';

async function scheduleOf(database: Database, id: string) {
  const { rows } = await database.query(
    `select host, monitoring.due_at <= now() as due, status_held, trust_held, confirmed_since, failures,
        (select due_at <= now() from monitored_hosts where host = monitoring.host) as host_due
      from monitoring where service_id = $1`,
    [id],
  );
  return rows[0];
}

t.test(
  'a service is due from its registration on, and again when what was verified has changed',
  async (t) => {
    const database = await testCatalog(t);
    const { id } = await register(database, { endpoint: 'HTTPS://API.Example.com:8443/plain?x=1' });
    const due = { host: 'api.example.com', due: true, host_due: true };
    t.match(await scheduleOf(database, id), due);

    const later = `update monitoring set due_at = now() + interval '1 hour', confirmed_since = now(), failures = 3`;
    await database.query(later);
    await editService(database, id, {}, (before) => ({ ...before, description: 'Other words.' }));
    t.match(await scheduleOf(database, id), { due: false }, 'words are nothing to check');

    await editService(database, id, {}, (before) => ({
      ...before,
      pricing: { ...before.pricing, pricePerRequest: '0.02' },
    }));
    t.match(await scheduleOf(database, id), { ...due, confirmed_since: null, failures: 3 });
    await database.query(later);
    await editService(database, id, {}, (before) => ({ ...before, endpoint: 'https://[2001:db8::1]:8443/' }));
    t.match(await scheduleOf(database, id), {
      host: '[2001:db8::1]',
      due: true,
      host_due: true,
      failures: 0,
    });
  },
);

t.test('what an operator sets holds, and changes of status have a reason', async (t) => {
  const database = await testCatalog(t);
  const { id } = await register(database);
  t.match(await scheduleOf(database, id), { status_held: false, trust_held: false });
  await changeService(database, id, { trustScore: 40 });
  t.match(await scheduleOf(database, id), { status_held: false, trust_held: true });
  await changeService(database, id, { status: 'verified' });
  t.match(await scheduleOf(database, id), { status_held: true, trust_held: true });

  await editService(database, id, {}, () => registration({ endpoint: 'https://other.example.com/' }));
  t.match(await scheduleOf(database, id), { status_held: false }, '"verified" was about another endpoint');
  await changeService(database, id, { status: 'inactive' });
  await editService(database, id, {}, () => registration());
  t.match(await scheduleOf(database, id), { status_held: true }, 'and "inactive" is not');

  const history = await listServiceHistory(database, id);
  t.match(
    history.filter(({ status }) => status).map(({ status, reason }) => ({ status, reason })),
    [
      { status: 'inactive', reason: 'operator' },
      { status: 'unverified', reason: 'edited' },
      { status: 'verified', reason: 'operator' },
    ],
  );
  const feed = await settledFeed(database);
  t.same(
    feed.changes.map(({ change }) => change.reason),
    [undefined, undefined, 'operator', 'edited', 'operator', undefined],
  );
});
