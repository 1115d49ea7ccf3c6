import fc from 'fast-check';
import t, { type Test } from 'tap';
import { missingPrograms } from '../../dist/stack/index.js';
import { allViewsAgree } from './everyView/agree.js';
import { followEvents } from './everyView/eventFollower.js';
import { beginning, type Promised, play, story } from './everyView/operations.js';
import { embeddedSubject, type Subject, stackSubject } from './everyView/subject.js';

/** More runs take minutes: VIEW_RUNS=50 VIEW_SEED=1 npm test -- packages/dev/test/stack/everyView.test.ts */
const numRuns = Number(process.env.VIEW_RUNS || 2);
const seed = Number(process.env.VIEW_SEED || Date.now() % 2 ** 31);

t.setTimeout((300 + 60 * numRuns) * 1_000);

/** Asserts that all views of a directory become consistent, whatever happens to it. */
async function everyViewAgrees(t: Test, subject: Subject): Promise<void> {
  const follower = followEvents(subject.url);
  t.teardown(() => follower.close());
  const promised: Promised = { registered: new Set(), doomed: new Set(), removed: new Set() };

  t.comment(`seed ${seed}, ${numRuns} runs`);
  await play(subject, follower, beginning, promised);
  const property = fc.asyncProperty(story, async (steps) => {
    const started = performance.now();
    await play(subject, follower, steps, promised);
    const played = performance.now();
    await allViewsAgree(t, { subject, follower, promised });
    const seconds = [played - started, performance.now() - played].map((ms) => (ms / 1_000).toFixed(1));
    t.comment(`played in ${seconds[0]} s, agreed after ${seconds[1]} s`);
  });
  // A failing run cannot be shrunk, because the effects of earlier runs are still there.
  const { failed, errorInstance, counterexample } = await fc.check(property, {
    numRuns,
    seed,
    endOnFailure: true,
  });
  t.notOk(failed, `${errorInstance} ${JSON.stringify(counterexample)}`);
  t.ok(promised.registered.size > 0, `${promised.registered.size} were registered`);
}

t.test('every reader sees the same catalog, with the embedded engine', async (t) =>
  everyViewAgrees(t, await embeddedSubject(t)),
);

const missing = await missingPrograms();
t.test(
  'every reader sees the same catalog, with Redis and Meilisearch',
  missing.length > 0 ? { skip: `${missing.join(', ')} not on PATH` } : {},
  async (t) => everyViewAgrees(t, await stackSubject(t)),
);
