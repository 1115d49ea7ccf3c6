import { createKey, joinNode, noteRefusals, revokeKey } from '@shirube/catalog';
import type { AuditEntry, Problem, RecentChange, ServiceDetail } from '@shirube/contracts';
import { registration, until } from '@shirube/testing';
import { lockAwaited, openTransaction } from '@shirube/testing/catalog';
import t from 'tap';
import { startWriteApi } from './writeApi.js';

const { client, adminKey, database, enqueued } = await startWriteApi(t);
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const ask = <T>(path: string, key = adminKey) => client.get<T>(`/api/admin/${path}`, bearer(key));
const send = <T>(method: string, path: string, body?: object, key = adminKey) =>
  client.request<T>(`/api/admin/${path}`, {
    method,
    headers: { ...bearer(key), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
const audit = async (query = '') => (await ask<AuditEntry[]>(`audit${query}`)).body;

t.test('every route of operators takes an admin key', async (t) => {
  for (const path of ['overview', 'set-aside', 'keys', 'accounts', 'moderated', 'audit', 'changes']) {
    t.equal((await client.get(`/api/admin/${path}`)).status, 401, path);
    t.equal((await ask(path, client.key)).status, 403, path);
    const { status, headers } = await ask(path);
    t.equal(status, 200, path);
    t.equal(headers.get('cache-control'), 'no-store', path);
  }
  t.equal((await ask('audit?before=x')).status, 400);
  t.equal((await ask('changes?type=other')).status, 400);
});

t.test('a key is issued, works and is revoked, and both are in the audit log', async (t) => {
  type Key = { id: string; key: string; scopes: string[]; expiresAt: string };
  const body = { name: 'Weather team', scopes: ['services:write'], expiresInDays: 90 };
  const { status, body: issued } = await send<Key>('POST', 'keys', body);
  t.equal(status, 201);
  t.match(issued, { key: /^shk_/, scopes: body.scopes, expiresAt: /Z$/ });
  t.equal((await client.post(registration(), bearer(issued.key))).status, 201);
  t.match((await ask<object[]>('keys')).body.at(-1), { id: issued.id, revokedAt: null });
  t.equal((await send('DELETE', `keys/${issued.id}`)).status, 204);
  t.match(await send('DELETE', `keys/${issued.id}`), { status: 404, body: { code: 'key_not_found' } });
  t.match(await send('POST', 'keys', { name: '', scopes: ['all'] }), { status: 400, body: { errors: [{}, {}] } });
  const unknown = { ...body, accountId: '019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f' };
  t.equal((await send('POST', 'accounts', { name: unknown.accountId })).status, 201, 'a name is not an id');
  t.match(await send('POST', 'keys', unknown), { status: 404, body: { code: 'account_not_found' } });
  t.match(await audit(`?subject=${issued.id}`), [
    { action: 'keys revoke', actor: /^key admin / },
    { action: 'keys create', detail: { name: 'Weather team', scopes: ['services:write'] } },
  ]);
  t.notOk(JSON.stringify(await audit()).includes(issued.key), 'the key itself is nowhere');
});

t.test('an admin key that is revoked while it asks for another key gets none', async (t) => {
  const { id, key, accountId } = await createKey(database, { name: 'leaked', scopes: ['admin'] });
  const other = await openTransaction(t, database);
  await other.query('lock table accounts');
  const response = send<Problem>('POST', 'keys', { name: 'for later', scopes: ['admin'], accountId }, key);
  await lockAwaited(database);
  t.equal(await revokeKey(database, id), true);
  await other.query('commit');
  t.match(await response, { status: 401, body: { code: 'unauthorized' } });
});

t.test('entries of the audit log cannot be changed or removed', async (t) => {
  await send('POST', 'accounts', { name: 'Somebody', contact: 'somebody@example.com' });
  const before = await audit();
  t.match(before[0], { action: 'accounts create', detail: { name: 'Somebody' } });
  for (const statement of [
    `update audit_log set actor = 'nobody'`,
    'delete from audit_log',
    'truncate audit_log',
    `set session_replication_role = replica; delete from audit_log`,
  ])
    await t.rejects(database.query(statement), /audit_log is append-only/, statement);
  await database.query('set session_replication_role = default');
  t.strictSame(await audit(), before);
});

t.test('a service is hidden, and its owner sees it with the reason', async (t) => {
  const { body: service } = await client.post(registration({ name: 'Hidden one' }));
  const path = `services/${service.id}/moderation`;
  const request = { action: 'hide', reason: 'It takes money and gives nothing.' };
  t.equal((await send('POST', path, request, client.key)).status, 403);
  t.match(await send('POST', path, { action: 'hide' }), { status: 400, body: { errors: [{ path: 'reason' }] } });
  t.match(await send('POST', 'services/x/moderation', request), { status: 404, body: { code: 'service_not_found' } });
  const moderation = { state: 'hidden', reason: request.reason };
  t.match(await send<ServiceDetail>('POST', path, request), { status: 200, body: { moderation } });
  t.ok(enqueued.includes(service.id));
  const { body: own } = await client.get<ServiceDetail[]>('/api/account/services', bearer(client.key));
  t.match(own[0], { id: service.id, moderation });
  t.match((await ask<object[]>('moderated')).body, [{ id: service.id, moderation }]);
  const { body: changes } = await ask<RecentChange[]>(`changes?service=${service.id}`);
  t.match(changes, [{ type: 'deleted', moderation: 'hidden', name: 'Hidden one' }, { type: 'created' }]);
  t.match(await audit(`?subject=${service.id}`), [{ action: 'services hide', reason: request.reason }]);

  await send('POST', path, { action: 'restore', reason: 'A mistake.' });
  t.strictSame((await ask('moderated')).body, []);
  const [latest] = (await ask<RecentChange[]>(`changes?limit=1`)).body;
  t.match(latest, { type: 'created', moderation: 'restored' });
  const older = await ask<RecentChange[]>(`changes?limit=1&before=${latest?.cursor}`);
  t.match(older.body, [{ type: 'deleted', id: service.id }]);
});

t.test('changes by an operator to the service of another account are in the audit log', async (t) => {
  const { body: service } = await client.post(registration());
  const path = `/api/services/${service.id}`;
  const headers = { ...bearer(adminKey), 'content-type': 'application/json' };
  await client.request(path, { method: 'PATCH', headers, body: JSON.stringify({ name: 'Corrected' }) });
  await client.request(path, { method: 'DELETE', headers: bearer(adminKey) });
  t.match(await audit(`?subject=${service.id}`), [{ action: 'services remove' }, { action: 'services edit' }]);
  const mine = await client.post(registration());
  await client.request(`/api/services/${mine.body.id}`, { method: 'DELETE', headers: bearer(client.key) });
  t.strictSame(await audit(`?subject=${mine.body.id}`), [], 'what its owner does is not');
  const gone = await send<Problem>('POST', `services/${mine.body.id}/moderation`, { action: 'hide', reason: 'x' });
  t.match(gone, { status: 410, body: { code: 'service_removed' } });
});

t.test('a report of a visitor is listed until it is resolved', async (t) => {
  const { body: service } = await client.post(registration({ name: 'Reported' }));
  const report = { reason: 'impersonation', comment: 'This is not theirs.' };
  const path = `/api/services/${service.id}/reports`;
  const headers = { 'content-type': 'application/json' };
  await client.request(path, { method: 'POST', headers, body: JSON.stringify(report) });
  const { body: open } = await ask<{ id: string }[]>('reports');
  t.match(open, [{ serviceId: service.id, serviceName: 'Reported', ...report }]);
  t.equal((await send('DELETE', `reports/${open[0]?.id}`)).status, 204);
  t.match(await send('DELETE', `reports/${open[0]?.id}`), { status: 404, body: { code: 'report_not_found' } });
  t.strictSame((await ask('reports')).body, []);
  t.match(await audit('?action=reports resolve'), [{ subject: open[0]?.id }]);
});

t.test('a service that the engine refuses is listed with the reason, and can be tried again', async (t) => {
  const { body: service } = await client.post(registration({ name: 'Refused' }));
  await joinNode(database, 'main');
  await noteRefusals(database, 'main', [], [{ id: service.id, revision: 1, reason: 'too large' }]);
  t.match((await ask('set-aside')).body, [{ id: service.id, name: 'Refused', node: 'main', reason: 'too large' }]);
  t.match(await send('POST', 'set-aside/retry', { ids: ['x'] }), { status: 400 });
  t.strictSame((await send('POST', 'set-aside/retry', {})).body, { retried: [service.id] });
  t.strictSame((await ask('set-aside')).body, []);
  t.match(await audit('?action=index retry'), [{ detail: { ids: [service.id] } }]);
});

t.test('the overview shows the nodes, the log, its followers and the queue', async (t) => {
  // A queue that does not respond in time, as on a busy machine, is shown as unknown.
  const overview = await until(
    async () => {
      const { body } = await ask<{ queue: unknown }>('overview');
      return body.queue ? body : undefined;
    },
    { message: 'the queue is not counted' },
  );
  t.match(overview, {
    nodes: [{ name: 'main', pending: Number, lagSeconds: Number, rebuilt: null }],
    log: {
      entries: Number,
      newestAt: /Z$/,
      followers: [{ name: 'monitor' }, { name: 'search:main', pending: Number, isAtWork: false }],
    },
    queue: { waiting: Number, active: 0 },
  });
});
