import { isDeepStrictEqual } from 'node:util';
import { mainNode, nodeProgress } from '@shirube/catalog';
import { until } from '@shirube/testing';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { missingPrograms } from '../dist/index.js';
import { followEvents } from './everyView/eventFollower.js';
import { beginning, type Promised, play, story } from './everyView/operations.js';
import { embeddedSubject, type Subject, stackSubject } from './everyView/subject.js';
import {
  asExported,
  inChanges,
  inExport,
  inFullExport,
  inIndex,
  inPostgres,
  isUpToDate,
  seenBy,
} from './everyView/views.js';

/** More than a few take minutes: VIEW_RUNS=50 VIEW_SEED=1 node packages/stack/dist-test/everyView.test.js */
const numRuns = Number(process.env.VIEW_RUNS || 2);
const seed = Number(process.env.VIEW_SEED || Date.now() % 2 ** 31);

t.setTimeout((300 + 60 * numRuns) * 1_000);

/** Whatever happens to a directory, all who look at it come to see the same. */
async function everyViewAgrees(t: Test, subject: Subject): Promise<void> {
  const { url, mirror } = subject;
  const follower = followEvents(url);
  t.teardown(() => follower.close());
  const promised: Promised = { registered: new Set(), doomed: new Set(), removed: new Set() };

  async function agree(): Promise<void> {
    // The monitor goes on meanwhile: what a view is compared with is what Postgres holds then.
    const truth = () => inPostgres(subject.database());
    async function same<T>(
      name: string,
      view: () => T | Promise<T>,
      expected: () => Promise<T>,
      isSame: (seen: T, held: T) => boolean = isDeepStrictEqual,
    ): Promise<void> {
      let last: unknown;
      const agrees = async () => {
        const [seen, held] = [await view(), await expected()];
        last = { seen, held };
        return isSame(seen, held);
      };
      await until(agrees, {
        message: `${name} does not come to agree with Postgres`,
      }).catch((error) => {
        t.comment(JSON.stringify(last));
        throw error;
      });
    }
    // Cheaper to ask than all views in turn.
    const isIndexed = async () => (await nodeProgress(subject.database(), mainNode)).pending === 0;
    await until(isIndexed, { message: 'the index does not catch up' });
    await same('the index', () => inIndex(url), truth, isUpToDate);
    await same('the feed from its beginning', () => inChanges(url), truth);
    await same('a follower of events', () => seenBy(follower.services), truth, isUpToDate);
    await same('the full export', () => inFullExport(url), truth);
    const entries = async () => (await inExport(url)).map(({ category: _label, ...entry }) => entry);
    await same('the export for scanners', entries, async () => asExported(await truth()));
    const mirrored = async () => {
      await subject.runMirror({ isKilled: false });
      return inPostgres(mirror);
    };
    await same('the mirror', mirrored, truth, isUpToDate);

    const there = new Set((await truth()).map(({ id }) => id));
    const lost = [...promised.registered].filter((id) => !there.has(id) && !promised.doomed.has(id));
    const undead = [...promised.removed].filter((id) => there.has(id));
    if (lost.length > 0 || undead.length > 0) throw new Error(`lost: ${lost}; not removed: ${undead}`);
  }

  t.comment(`seed ${seed}, ${numRuns} runs`);
  await play(subject, follower, beginning, promised);
  const property = fc.asyncProperty(story, async (told) => {
    const started = performance.now();
    await play(subject, follower, told, promised);
    const played = performance.now();
    await agree();
    const seconds = [played - started, performance.now() - played].map((ms) => (ms / 1_000).toFixed(1));
    t.comment(`played in ${seconds[0]} s, agreed after ${seconds[1]} s`);
  });
  // A run cannot be made smaller: what went before it is still there.
  const { failed, errorInstance, counterexample } = await fc.check(property, {
    numRuns,
    seed,
    endOnFailure: true,
  });
  t.notOk(failed, `${errorInstance} ${JSON.stringify(counterexample)}`);
  t.ok(promised.registered.size > 0, `${promised.registered.size} were registered`);
}

t.test('everybody sees the same catalog, with the embedded engine', async (t) =>
  everyViewAgrees(t, await embeddedSubject(t)),
);

const missing = await missingPrograms();
t.test(
  'everybody sees the same catalog, with Redis and Meilisearch',
  missing.length > 0 ? { skip: `${missing.join(', ')} not on PATH` } : {},
  async (t) => everyViewAgrees(t, await stackSubject(t)),
);
