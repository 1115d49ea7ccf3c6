import type { Problem, ServiceHistory } from '@shirube/contracts';
import type { DirectoryClient } from '@shirube/testing';
import type { Test } from 'tap';
import { changeFeed, feed } from './changeFeed.js';

/** GET /api/changes: the feed in pages. */
export async function following(t: Test, directory: DirectoryClient): Promise<void> {
  const { read, follow, followUntil, register, patch, remove } = changeFeed(directory);

  await t.test('the feed yields exactly the catalog from its beginning', async (t) => {
    const { id } = await register('Followed and gone');
    await remove(id);
    const here = await register('Followed and here');
    const exported = await directory.get<{ endpoints: { id: string }[] }>('/api/export');
    const changes = await followUntil(undefined, (found) => found.some((change) => change.id === here.id));
    const mirror = new Set<string>();
    for (const { type, id, service } of changes) {
      if (service) mirror.add(id);
      if (type === 'deleted') mirror.delete(id);
    }
    t.strictSame(
      [...mirror].sort(),
      exported.body.endpoints.map(({ id }) => id),
    );
  });

  await t.test('changes come in their order, each with the service as it is now', async (t) => {
    const { cursor } = await follow();
    const service = await register('Turned');
    await patch(service.id, { name: 'Turned again' });
    const changes = await followUntil(cursor, (found) => found.length >= 2);
    t.match(changes, [
      { type: 'created', id: service.id, service: { id: service.id, name: 'Turned again' } },
      { type: 'updated', id: service.id, service: { id: service.id, name: 'Turned again' } },
    ]);
    t.match(changes[0]?.at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    await remove(service.id);
    const later = await followUntil(cursor, (found) => found.length >= 3);
    t.match(later[2], { type: 'deleted', id: service.id });
    t.notOk(
      later.some(({ service }) => service),
      'a service that is gone is not shown',
    );
    const history = await directory.get<ServiceHistory>(`/api/services/${service.id}/changes`);
    t.strictSame(
      history.body.map(({ type, fields }) => [type, ...fields]),
      [['deleted'], ['updated', 'name'], ['created']],
    );
  });

  await t.test('a page of the feed has as many changes as requested, and an invalid cursor is a 400', async (t) => {
    const { body, headers } = await read('?limit=1');
    t.equal(body.changes.length, 1);
    t.equal(body.more, true);
    t.equal(headers.get('cache-control'), 'no-store');
    for (const query of ['?since=x', '?since=', '?limit=0', '?limit=1001', '?offset=1'])
      t.equal((await read(query)).status, 400, query);
    const strange = await directory.get<Problem>(`${feed}?since=00000000.5.5`);
    t.equal(strange.status, 410, 'of another feed');
    t.equal(strange.body.code, 'cursor_expired');
    t.equal(strange.headers.get('link'), '</api/changes>; rel="first"');
    t.equal((await directory.get('/api/services/nobody/changes')).status, 404);
  });

  await t.test('the feed starts now with since=now, and a filter leaves other services out', async (t) => {
    const start = (await read('?since=now')).body;
    t.match(start, { changes: { length: 0 }, more: false });
    const category = 'followed-kind';
    const one = await register('Of the kind', category);
    const other = await register('Of another kind');
    await followUntil(start.cursor, (found) => found.length >= 2);
    const ids = async (query: string) =>
      (await read(`?since=${start.cursor}&${query}`)).body.changes.map(({ id }) => id);
    t.strictSame(await ids(`category=${category}`), [one.id]);
    t.strictSame(await ids(`service=${other.id}`), [other.id]);
    t.strictSame(await ids('account=00000000-0000-7000-8000-000000000001'), []);
    t.equal((await read('?category=No')).status, 400);
  });
}
