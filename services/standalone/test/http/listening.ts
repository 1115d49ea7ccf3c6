import type { Change, Problem } from '@shirube/contracts';
import { type DirectoryClient, listenToEvents, until } from '@shirube/testing';
import type { Test } from 'tap';
import { changeFeed, feed } from './changeFeed.js';

/** GET /api/changes: the feed as live events. */
export async function listening(t: Test, directory: DirectoryClient): Promise<void> {
  const { follow, register, patch, remove } = changeFeed(directory);

  await t.test('a listener to a category gets the change with which a service leaves it, and no others', async (t) => {
    const category = 'listened-kind';
    const [one, other] = [await register('Of the kind', category), await register('Of another kind')];
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

  await t.test(
    'a listener gets each change as it is committed, and continues after the last one that it has',
    async (t) => {
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
    },
  );

  await t.test('a listener from the beginning gets all changes, and an invalid cursor is a problem', async (t) => {
    const { changes } = await follow();
    const stream = await listenToEvents<Change>(`${directory.base}${feed}`);
    t.teardown(stream.close);
    await until(() => stream.events.length >= changes.length, { message: 'it does not get all changes' });
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
