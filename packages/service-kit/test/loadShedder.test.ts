import t from 'tap';
import { createLoadShedder, HttpProblem } from '../dist/index.js';

/** Work that ends when told to, and notes when it begins. */
function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        ends.set(name, () => resolve(name));
      }),
    end: (name: string) => ends.get(name)?.(),
  };
}

t.test('a limited number of tasks runs at once, and the others wait for their turn', async (t) => {
  const { pass } = createLoadShedder({ atOnce: 2, maxQueued: 10 });
  const { begun, work, end } = createWork();
  const all = ['a', 'b', 'c', 'd'].map((name) => pass(work(name)));
  t.same(begun, ['a', 'b']);
  end('b');
  await all[1];
  await until(() => begun.length === 3);
  t.same(begun, ['a', 'b', 'c'], 'who came first is served first');
  for (const name of ['a', 'c']) end(name);
  await until(() => begun.length === 4);
  end('d');
  t.same(await Promise.all(all), ['a', 'b', 'c', 'd']);
});

t.test('when the queue is full the oldest is rejected with 503, and the newest is served next', async (t) => {
  let now = 0;
  const { pass } = createLoadShedder({ atOnce: 1, maxQueued: 2 }, () => now);
  const { begun, work, end } = createWork();
  await pass(async () => {
    now += 1;
  });
  const inside = pass(work('inside'));
  const oldest = pass(work('oldest'));
  const older = pass(work('older'));
  const newest = pass(work('newest'));
  await t.rejects(oldest, { status: 503, code: 'overloaded', options: { headers: { 'retry-after': '1' } } });
  now += 100;
  end('inside');
  await inside;
  await until(() => begun.length === 2);
  t.same(begun, ['inside', 'newest']);
  end('newest');
  t.equal(await newest, 'newest');
  await t.rejects(older, { code: 'overloaded' }, 'who has waited for much longer than work takes is turned away');
});

t.test('in overload half as many tasks run at once', async (t) => {
  const { pass } = createLoadShedder({ atOnce: 4, maxQueued: 1 }, () => 0);
  const { begun, work, end } = createWork();
  const all = Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => pass(work(name))));
  t.same(begun, ['a', 'b', 'c', 'd']);
  for (const name of ['a', 'b']) end(name);
  await turns();
  t.same(begun, ['a', 'b', 'c', 'd'], 'two are left, and nobody is let in for those that have gone');
  end('c');
  await until(() => begun.length === 5);
  t.equal(begun[4], 'f');
  for (const name of ['d', 'f']) end(name);
  t.same(
    (await all).map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  );
});

t.test('without a queue a task that finds no room is rejected at once', async (t) => {
  const { pass } = createLoadShedder({ atOnce: 2, maxQueued: 0 });
  const { begun, work, end } = createWork();
  const inside = ['a', 'b'].map((name) => pass(work(name)));
  await t.rejects(pass(work('c')), { status: 503, code: 'overloaded' });
  end('a');
  await inside[0];
  const next = pass(work('d'));
  t.same(begun, ['a', 'b', 'd'], 'and there is as much room as before');
  for (const name of ['b', 'd']) end(name);
  t.same(await Promise.all([...inside, next]), ['a', 'b', 'd']);
});

t.test('one caller leaves room for others', async (t) => {
  const { pass } = createLoadShedder({ atOnce: 2, maxQueued: 2, maxShare: 1 });
  const { work, end } = createWork();
  const one = pass(work('a'), 'one');
  await t.rejects(pass(work('b'), 'one'), { status: 429, code: 'too_many_requests' });
  const other = pass(work('c'), 'other');
  for (const name of ['a', 'c']) end(name);
  t.same(await Promise.all([one, other]), ['a', 'c']);
  t.equal(await pass(async () => 'd', 'one'), 'd');
});

t.test('a task that fails makes room for the next', async (t) => {
  const { pass } = createLoadShedder({ atOnce: 1, maxQueued: 1 });
  const failed = pass(async () => {
    throw new HttpProblem(404, 'gone', 'Gone', 'It is gone.');
  });
  const next = pass(async () => 'next');
  await t.rejects(failed, { code: 'gone' });
  t.equal(await next, 'next');
});

const manyTurns = 100;

/** Lets everything happen that can without the outside world, until the condition holds. */
async function turns(condition = () => false): Promise<boolean> {
  for (let turn = 0; turn < manyTurns && !condition(); turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  return condition();
}

async function until(condition: () => boolean): Promise<void> {
  if (!(await turns(condition))) throw new Error('it does not happen');
}
