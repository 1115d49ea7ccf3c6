import type { Problem, TestDelivery, WebhookDelivery } from '@shirube/contracts';
import type { DirectoryClient } from '@shirube/testing';
import type { Test } from 'tap';

/** /api/account/webhook and the routes below it. */
export async function webhooks(t: Test, directory: DirectoryClient): Promise<void> {
  const path = '/api/account/webhook';
  const authorization = `Bearer ${directory.key}`;
  const json = { authorization, 'content-type': 'application/json' };
  const test = () =>
    directory.request<TestDelivery & Problem>(`${path}/test`, { method: 'POST', headers: { authorization } });
  const deliveries = (query = '') => directory.get<WebhookDelivery[]>(`${path}/deliveries${query}`, { authorization });

  await t.test('without a webhook a test is a 404, and there are no deliveries', async (t) => {
    t.match(await test(), { status: 404, body: { code: 'webhook_not_found' } });
    t.match(await deliveries(), { status: 200, body: { length: 0 } });
  });

  await t.test('a webhook is tested once a minute, and the delivery is in the list', async (t) => {
    const body = JSON.stringify({ url: 'https://owner.invalid/hook' });
    t.equal((await directory.request(path, { method: 'PUT', headers: json, body })).status, 200);
    const responses = await Promise.all(Array.from({ length: 8 }, test));
    const [accepted, ...more] = responses.filter(({ status }) => status === 202);
    t.strictSame(more, [], 'however many ask at once');
    const refused = responses.filter(({ status }) => status === 429);
    t.equal(refused.length, 7);
    t.match(refused[0]?.body, { code: 'too_many_requests' });
    const seconds = Number(refused[0]?.headers.get('retry-after'));
    t.ok(seconds > 0 && seconds <= 60, `again in ${seconds} s`);

    const { headers, body: listed } = await deliveries('?limit=1');
    t.equal(headers.get('cache-control'), 'no-store');
    t.match(listed, [{ id: accepted?.body.id, type: 'webhook.test', createdAt: /Z$/ }]);
    t.notOk(listed.some((delivery) => 'serviceId' in delivery));
    t.equal((await directory.request(path, { method: 'DELETE', headers: { authorization } })).status, 204);
    t.strictSame((await deliveries()).body, [], 'they end with the webhook');
  });

  await t.test('the routes of webhooks take a key and known parameters only', async (t) => {
    t.equal((await directory.get(`${path}/deliveries`)).status, 401);
    t.equal((await directory.request(`${path}/test`, { method: 'POST' })).status, 401);
    for (const query of ['?limit=0', '?limit=101', '?limit=x', '?after=x'])
      t.equal((await deliveries(query)).status, 400, query);
  });
}
