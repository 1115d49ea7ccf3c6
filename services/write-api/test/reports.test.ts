import { listReports, resolveReport } from '@shirube/catalog';
import type { Problem } from '@shirube/contracts';
import { registration, stopRateWindow } from '@shirube/testing';
import { lockAwaited, openTransaction } from '@shirube/testing/catalog';
import t from 'tap';
import { startWriteApi } from './writeApi.js';

const { client, database } = await startWriteApi(t);
const { body: service } = await client.post(registration({ name: 'Reported' }));

const report = (body: unknown, id = service.id) =>
  client.request<Problem>(`/api/services/${id}/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

t.test('a report needs no key, and is kept for the operator once in the same words', async (t) => {
  t.equal((await report({ reason: 'misleading', comment: ' 毎時ではなく毎日です。 ' })).status, 204);
  t.equal((await report({ reason: 'misleading', comment: '毎時ではなく毎日です。' })).status, 204);
  t.equal((await report({ reason: 'other' })).status, 204);
  const [first, second, ...more] = await listReports(database);
  t.match(first, {
    serviceId: service.id,
    serviceName: 'Reported',
    reason: 'misleading',
    comment: '毎時ではなく毎日です。',
  });
  t.match(second, { reason: 'other', comment: '' });
  t.strictSame(more, []);
  t.equal(await resolveReport(database, first?.id ?? ''), true);
  t.equal(await resolveReport(database, first?.id ?? ''), false);
  t.strictSame(await listReports(database), [second]);
});

t.test('every fault of a report is named, and a report of an unknown service is a 404', async (t) => {
  const { status, body } = await report({ reason: 'bad', comment: 'x'.repeat(1_001), more: 1 });
  t.equal(status, 400);
  t.strictSame(body.errors?.map(({ path }) => path).sort(), ['comment', 'more', 'reason']);
  for (const id of ['01a1e645-6f5e-759e-b016-a7c705654848', 'x'])
    t.match(await report({ reason: 'other' }, id), { status: 404, body: { code: 'service_not_found' } });
});

t.test('a report of a service that is removed meanwhile is a 404', async (t) => {
  const { body: removed } = await client.post(registration());
  const owner = await openTransaction(t, database);
  await owner.query('delete from services where id = $1', [removed.id]);
  const reported = report({ reason: 'other' }, removed.id);
  await lockAwaited(database);
  await owner.query('commit');
  t.match(await reported, { status: 404, body: { code: 'service_not_found' } });
});

t.test('reports from one address are limited, and so are those of one service', async (t) => {
  await database.query(
    `insert into reports (service_id, reason, comment) select $1, 'other', n::text from generate_series(1, 20) as n`,
    [service.id],
  );
  const before = (await listReports(database)).length;
  stopRateWindow(t);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => report({ reason: 'other', comment: `new ${n}` })),
  );
  const stopped = answers.filter(({ status }) => status === 429).length;
  t.equal(stopped, 2, 'an address reports ten times in a window');
  t.equal((await listReports(database)).length, before);
});
