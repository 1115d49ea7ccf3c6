import type { CheckHistory, MonitorSummary, Problem, Trust } from '@shirube/contracts';
import { type DirectoryClient, registration } from '@shirube/testing';
import type { Test } from 'tap';

const absentId = '01890000-0000-7000-8000-000000000000';

/** What is known about a service beyond its own claims: trust, history, and the health of the whole directory. */
export async function trusting(t: Test, directory: DirectoryClient): Promise<void> {
  const { body: service } = await directory.post(registration({ name: 'Never looked at' }));
  const bearer = { authorization: `Bearer ${directory.key}` };

  await t.test('the parts of trust add up to its score', async (t) => {
    const { status, body } = await directory.get<Trust>(`/api/services/${service.id}/trust`);
    t.equal(status, 200);
    t.match(body, { id: service.id, isHeld: false, isSimulated: false });
    const parts = Object.values(body.parts);
    t.equal(
      parts.reduce((sum, part) => sum + part.points, 0),
      body.trustScore,
    );
    t.equal(
      parts.reduce((sum, part) => sum + part.weight, 0),
      100,
    );
  });

  await t.test('the history has a window, which is a day by default', async (t) => {
    const path = `/api/services/${service.id}/history`;
    t.match((await directory.get<CheckHistory>(path)).body, { id: service.id, window: '24h', step: 'hour' });
    const { body } = await directory.get<CheckHistory>(`${path}?window=90d`);
    t.match(body, { window: '90d', step: 'day', isSimulated: false });
    for (const query of ['window=1h', 'window=', 'windw=7d', 'window=7d&window=7d'])
      t.equal((await directory.get<Problem>(`${path}?${query}`)).status, 400, query);
  });

  await t.test('the trust and the history of an unknown service are a 404', async (t) => {
    for (const id of [absentId, 'nobody'])
      for (const what of ['trust', 'history'])
        t.equal((await directory.get<Problem>(`/api/services/${id}/${what}`)).status, 404);
  });

  await t.test('the summary of the monitor takes the key of an operator', async (t) => {
    const path = '/api/monitor/summary';
    t.equal((await directory.get<Problem>(path)).status, 401);
    const { status, body, headers } = await directory.get<MonitorSummary & Problem>(path, bearer);
    // Some directories under test use an operator's key, others do not.
    if (status === 403) return t.equal(body.code, 'forbidden');
    t.equal(status, 200);
    t.equal(headers.get('cache-control'), 'no-store');
    return t.ok(body.statuses.unverified > 0);
  });

  await t.test('without a monitor a check is a 503', async (t) => {
    const path = `/api/services/${service.id}/check`;
    const reply = await directory.request(path, { method: 'POST', headers: bearer });
    t.match(reply, { status: 503, body: { code: 'monitor_unavailable' } });
    t.ok(reply.headers.get('retry-after'));
  });
}
