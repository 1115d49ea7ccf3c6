import { until } from '@shirube/testing';
import t from 'tap';
import { createBatcher } from '../dist/batcher.js';

/** Batches whose end the test decides. */
function controlled() {
  const started: { ids: readonly string[]; finish: (error?: Error) => void }[] = [];
  const run = (ids: readonly string[]) =>
    new Promise<void>((resolve, reject) => {
      started.push({ ids, finish: (error) => (error ? reject(error) : resolve()) });
    });
  return { run, started };
}

t.test('ids that come together go together, each once', async (t) => {
  const { run, started } = controlled();
  const batcher = createBatcher({ run, size: 10, gatherMilliseconds: 1, inFlight: 1 });
  const taken = Promise.all(['a', 'b', 'a'].map(batcher.take));
  const settled = batcher.settle();
  started[0]?.finish();
  await Promise.all([taken, settled]);
  t.same(
    started.map(({ ids }) => ids),
    [['a', 'b']],
  );
});

t.test('a full batch does not wait, and what is too much waits for the next', async (t) => {
  const { run, started } = controlled();
  const batcher = createBatcher({ run, size: 2, gatherMilliseconds: 60_000, inFlight: 1 });
  const taken = Promise.all(['a', 'b', 'c', 'd', 'e'].map(batcher.take));
  t.same(
    started.map(({ ids }) => ids),
    [['a', 'b']],
    'one batch at a time',
  );
  const settled = batcher.settle();
  while (started.length < 3) {
    started.at(-1)?.finish();
    await Promise.resolve();
  }
  started.at(-1)?.finish();
  await Promise.all([taken, settled]);
  t.same(
    started.map(({ ids }) => ids),
    [['a', 'b'], ['c', 'd'], ['e']],
  );
});

t.test('a batch that fails fails for its own ids only', async (t) => {
  const { run, started } = controlled();
  const batcher = createBatcher({ run, size: 1, gatherMilliseconds: 1, inFlight: 2 });
  const good = batcher.take('good');
  const bad = batcher.take('bad');
  started[1]?.finish(new Error('no'));
  started[0]?.finish();
  await good;
  await t.rejects(bad, { message: 'no' });
  await batcher.settle();
});

t.test('a poke runs a batch although no id waits', async (t) => {
  const { run, started } = controlled();
  const batcher = createBatcher({ run, size: 2, gatherMilliseconds: 1, inFlight: 1 });
  batcher.poke();
  t.same(
    started.map(({ ids }) => ids),
    [[]],
  );
  started[0]?.finish();
  await batcher.settle();
});

t.test('while a batch is under way, and for as long as it took, ids gather for the next', async (t) => {
  const { run, started } = controlled();
  const batcher = createBatcher({ run, size: 100, gatherMilliseconds: 1, inFlight: 4 });
  const first = batcher.take('first');
  await until(() => started.length === 1, { message: 'the first batch did not start' });
  const began = performance.now();
  const others = [batcher.take('second')];
  await until(() => performance.now() - began > 60, { message: 'no time passes' });
  t.equal(started.length, 1, 'one at a time');
  started[0]?.finish();
  await first;
  others.push(batcher.take('third'));
  await until(() => started.length === 2, { message: 'the second batch did not start' });
  t.ok(performance.now() - began > 110, 'not at once');
  t.same(started[1]?.ids, ['second', 'third']);
  started[1]?.finish();
  await Promise.all(others);
});

t.test('what comes alone after a batch starts before what gathers for as long as that took', async (t) => {
  const order: string[] = [];
  const batches = (name: string) => {
    const { run, started } = controlled();
    const noted = (ids: readonly string[]) => {
      order.push(`${name}: ${ids}`);
      return run(ids);
    };
    return { ...createBatcher({ run: noted, size: 100, gatherMilliseconds: 1, inFlight: 4 }), started };
  };
  const pass = async (milliseconds: number) => {
    const began = performance.now();
    await until(() => performance.now() - began > milliseconds, { message: 'no time passes' });
  };
  // The batch before what comes alone takes longer: if that gathered as well, it would start later.
  const [alone, gathering] = [batches('alone'), batches('gathering')];
  const firsts = [alone.take('first')];
  await pass(30);
  firsts.push(gathering.take('first'));
  await until(() => gathering.started.length === 1, { message: 'the first batch did not start' });
  const seconds = [gathering.take('second')];
  await pass(60);
  for (const { started } of [gathering, alone]) started[0]?.finish();
  await Promise.all(firsts);
  seconds.push(alone.take('second'));
  await until(() => order.length === 4, { message: 'the second batches did not start' });
  t.same(order.slice(2), ['alone: second', 'gathering: second']);
  for (const { started } of [gathering, alone]) started[1]?.finish();
  await Promise.all(seconds);
});
