import { startMeilisearch, until } from '@shirube/testing';
import t from 'tap';
import type { NodeStanding } from '../../dist/engines/meilisearch/spreadingClient.js';
import { createMeilisearchIndex, createMeilisearchReader, SearchUnavailable } from '../../dist/index.js';
import { entry } from '../catalogFixture.js';

// Both share one key, as in a deployment, where it is derived from the master key.
const apiKey = 'a-key-that-both-nodes-have';
const first = await startMeilisearch(t, apiKey);
const second = await startMeilisearch(t, apiKey);
const page = { filter: {}, sort: { by: 'name', order: 'asc' }, offset: 0, limit: 1 } as const;

async function fill(access: { url: string; apiKey: string }, node: string, count: number) {
  const index = createMeilisearchIndex({ ...access, node });
  t.teardown(() => index.close());
  const rebuild = await index.beginRebuild();
  await rebuild.apply(Array.from({ length: count }, (_, at) => ({ upsert: entry(at + 1, { name: `N${at}` }) })));
  await rebuild.promote();
  return index;
}

if (first && second) {
  // Different totals, so that each response shows which node it came from.
  await fill(first, 'main', 2);
  await fill(second, 'other', 3);
  let standings: NodeStanding[] | undefined = [
    { name: 'main', lagSeconds: 0, inRotation: true },
    { name: 'other', lagSeconds: 0, inRotation: true },
  ];
  const reader = createMeilisearchReader({
    url: `${first.url}, ${second.url}`,
    apiKey,
    // A hanging node may use three fifths of it.
    limits: { deadline: 10_000 },
    standings: async () => {
      if (!standings) throw new Error('Postgres is down');
      return standings;
    },
  });
  t.teardown(() => reader.close());
  const total = async () => (await reader.list(page)).total;
  /** Returns the totals of several concurrent lists. */
  const totals = async () => new Set((await Promise.all(Array.from({ length: 12 }, total))).sort((a, b) => a - b));
  const inUse = () =>
    reader
      .nodes()
      .filter((node) => node.inUse)
      .map(({ node }) => node)
      .join();
  const usedAre = (names: string) => until(() => inUse() === names, { message: `not in use: ${names}` });
  const stand = (main: Partial<NodeStanding>, other: Partial<NodeStanding>) => {
    standings = [
      { name: 'main', lagSeconds: 0, inRotation: true, ...main },
      { name: 'other', lagSeconds: 0, inRotation: true, ...other },
    ];
  };

  await t.test('an index knows its node, and refuses to be another', async (t) => {
    const wrong = createMeilisearchIndex({ ...second, node: 'main' });
    t.teardown(() => wrong.close());
    await t.rejects(wrong.prepare(), { message: 'this Meilisearch is the search node other, not main' });
    await t.rejects(wrong.apply([{ remove: 'x' }]), SearchUnavailable);
  });

  await t.test('requests are spread over the nodes that are complete and current', async (t) => {
    await reader.ping();
    await usedAre('main,other');
    t.same(await totals(), new Set([2, 3]));
    stand({ inRotation: false }, {});
    await usedAre('other');
    t.same(await totals(), new Set([3]));
    stand({ inRotation: false, lagSeconds: 9 }, { inRotation: false, lagSeconds: 30 });
    await usedAre('');
    t.same(await totals(), new Set([2]), 'where none is current, the one that is least behind answers');
    stand({}, {});
    await usedAre('main,other');
  });

  await t.test('while the catalog is unreachable, the last known state of the nodes applies', async (t) => {
    stand({}, { inRotation: false });
    await usedAre('main');
    standings = undefined;
    t.same(await totals(), new Set([2]));
    stand({}, {});
    await usedAre('main,other');
  });

  for (const [at, dies] of [second, first].entries()) {
    const survivor = at === 0 ? 2 : 3;
    await t.test(`no request fails when node ${2 - at} is killed under load`, async (t) => {
      const answers: Promise<number>[] = [];
      let loading = true;
      const lines = Array.from({ length: 6 }, async () => {
        while (loading) {
          const answer = total();
          answers.push(answer);
          await answer.catch(() => {});
        }
      });
      const more = () => {
        const goal = answers.length + 100;
        return until(() => answers.length > goal, { message: 'nothing is answered' });
      };
      await more();
      await dies.kill();
      await usedAre(at === 0 ? 'main' : 'other');
      await more();
      t.same(await totals(), new Set([survivor]));
      await dies.restart();
      await usedAre('main,other');
      await more();
      loading = false;
      await Promise.all(lines);
      const failed = (await Promise.allSettled(answers)).filter(({ status }) => status === 'rejected');
      t.equal(failed.length, 0, `of ${answers.length} requests`);
    });
  }

  await t.test('requests to a node that hangs are answered by the other within the deadline', async (t) => {
    second.pause();
    t.teardown(() => second.resume());
    const answers = await Promise.all(Array.from({ length: 12 }, total));
    t.same(new Set(answers), new Set([2]));
    await usedAre('main');
  });

  await t.test('without any node a request is refused within the deadline', async (t) => {
    await Promise.all([first.kill(), second.kill()]);
    const started = performance.now();
    await t.rejects(total(), SearchUnavailable);
    t.ok(performance.now() - started < 9_000, 'sooner than a request may take');
  });
}
