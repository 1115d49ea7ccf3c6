import { isDeepStrictEqual } from 'node:util';
import type { Change, ChangesPage, Problem, ServiceHistory } from '@shirube/contracts';
import { type DirectoryClient, listenToEvents, registration, until } from '@shirube/testing';
import type { Test } from 'tap';

const feed = '/api/changes';

/** GET /api/changes: the feed in pages, and as live events. */
export async function following(t: Test, directory: DirectoryClient): Promise<void> {
  const authorization = `Bearer ${directory.key}`;
  const read = (query: string) => directory.get<ChangesPage>(`${feed}${query}`);
  const register = async (name: string) => (await directory.post(registration({ name }))).body;
  const patch = (id: string, body: object) =>
    directory.request(`/api/services/${id}`, {
      method: 'PATCH',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const remove = (id: string) =>
    directory.request(`/api/services/${id}`, { method: 'DELETE', headers: { authorization } });

  /** Reads the feed to its end. */
  async function follow(since?: string): Promise<{ changes: Change[]; cursor: string }> {
    const changes: Change[] = [];
    let cursor = since;
    for (;;) {
      const query = cursor === undefined ? '?limit=1000' : `?limit=1000&since=${cursor}`;
      const { body } = await read(query);
      changes.push(...body.changes);
      cursor = body.cursor;
      if (!body.more) return { changes, cursor };
    }
  }
  /** Retries, because changes appear only after all older transactions (also those of other tests) have ended. */
  const followUntil = (since: string, isDone: (changes: Change[]) => boolean) =>
    until(
      async () => {
        const { changes } = await follow(since);
        return isDone(changes) ? changes : undefined;
      },
      { message: 'the changes do not come' },
    );

  await t.test('from the beginning it yields exactly the catalog', async (t) => {
    const { id } = await register('Followed and gone');
    await remove(id);
    await directory.registerAll([registration({ name: 'Followed and here' })]);
    const exported = await directory.get<{ endpoints: { id: string }[] }>('/api/export');
    const catalog = exported.body.endpoints.map(({ id }) => id);
    async function mirrored(): Promise<string[]> {
      const mirror = new Set<string>();
      for (const { type, id, service } of (await follow()).changes) {
        if (service) mirror.add(id);
        if (type === 'deleted') mirror.delete(id);
      }
      return [...mirror].sort();
    }
    // Changes appear only after all older transactions (also those of other tests) have ended.
    await until(async () => isDeepStrictEqual(await mirrored(), catalog), { message: 'it is another one' });
    t.strictSame(await mirrored(), catalog);
  });

  await t.test('each change comes in its order, with the service as it is now', async (t) => {
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

  await t.test('a page has as many as asked, and a cursor that is none is a 400', async (t) => {
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

  await t.test('from now on, and of some services only', async (t) => {
    const start = (await read('?since=now')).body;
    t.match(start, { changes: { length: 0 }, more: false });
    const category = 'followed-kind';
    const one = (await directory.post(registration({ name: 'Of the kind', category }))).body;
    const other = await register('Of another kind');
    await followUntil(start.cursor, (found) => found.length >= 2);
    const ids = async (query: string) =>
      (await read(`?since=${start.cursor}&${query}`)).body.changes.map(({ id }) => id);
    t.strictSame(await ids(`category=${category}`), [one.id]);
    t.strictSame(await ids(`service=${other.id}`), [other.id]);
    t.strictSame(await ids('account=00000000-0000-7000-8000-000000000001'), []);
    t.equal((await read('?category=No')).status, 400);

    const stream = await listenToEvents<Change>(`${directory.base}${feed}?since=now&category=${category}`);
    t.teardown(stream.close);
    await patch(other.id, { name: 'Still of another' });
    await patch(one.id, { category: 'followed-elsewhere' });
    const moved = await stream.waitFor(({ data }) => data.id === one.id);
    t.match(moved.data.service, { category: 'followed-elsewhere' }, 'who follows a category hears what leaves it');
    await remove(one.id);
    await stream.waitFor(({ data }) => data.type === 'deleted');
    t.notOk(stream.events.some(({ data }) => data.id === other.id));
    stream.close();
    await remove(other.id);
  });

  await t.test('who listens hears of each change as it is committed', async (t) => {
    const { cursor } = await follow();
    const stream = await listenToEvents<Change>(`${directory.base}${feed}?since=${cursor}`);
    t.teardown(stream.close);
    t.equal(stream.status, 200);
    t.match(stream.headers['content-type'], /^text\/event-stream/);
    t.equal(stream.headers['access-control-allow-origin'], '*');
    const { id } = await register('Heard of');
    const created = await stream.waitFor(({ data }) => data.id === id);
    t.match(created.data, { type: 'created', service: { id, name: 'Heard of' } });

    await patch(id, { name: 'Heard of again' });
    const updated = await stream.waitFor(({ data }) => data.id === id && data.type === 'updated');
    stream.close();
    await stream.ended;

    await patch(id, { name: 'Missed' });
    const again = await listenToEvents<Change>(`${directory.base}${feed}`, { 'last-event-id': updated.id });
    t.teardown(again.close);
    const missed = await again.waitFor(({ data }) => data.id === id);
    t.match(missed.data, { type: 'updated', service: { name: 'Missed' } }, 'and nothing of before');
    await remove(id);
    t.notOk((await again.waitFor(({ data }) => data.type === 'deleted')).data.service);
    again.close();
  });

  await t.test('who listens from the beginning gets all, and what it cannot have is a problem', async (t) => {
    const { changes } = await follow();
    const stream = await listenToEvents<Change>(`${directory.base}${feed}`);
    t.teardown(stream.close);
    await until(() => stream.events.length >= changes.length, { message: 'it does not get all' });
    t.strictSame(
      stream.events.slice(0, changes.length).map(({ data: { type, id } }) => `${type} ${id}`),
      changes.map(({ type, id }) => `${type} ${id}`),
    );
    stream.close();
    const headers = { accept: 'text/event-stream', 'last-event-id': '00000000.5.5' };
    t.equal((await directory.get<Problem>(feed, headers)).body.code, 'cursor_expired');
    const bad = await directory.get<Problem>(feed, { accept: 'text/event-stream', 'last-event-id': 'x' });
    t.match(bad.body, { status: 400, errors: [{ path: 'Last-Event-ID' }] });
  });
}
