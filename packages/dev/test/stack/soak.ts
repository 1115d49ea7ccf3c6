import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readRotation } from '@shirube/catalog';
import { verifyIndex } from '@shirube/indexing';
import { createMeilisearchIndex } from '@shirube/search';
import { temporaryDirectory, until } from '@shirube/testing';
import t from 'tap';
import { allViewsAgree } from './everyView/agree.js';
import { followEvents } from './everyView/eventFollower.js';
import type { Promised } from './everyView/operations.js';
import { stackSubject } from './everyView/subject.js';
import { everyFault } from './soak/faults.js';
import { mixedLoad } from './soak/load.js';
import { memoryVariables, watchMemory } from './soak/memory.js';

/** The maximum growth of a process, in percent. */
const growthAtMost = 10;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error('--minutes takes a number of minutes');

t.setTimeout((minutes + 20) * 60_000);
t.test(`the full stack under load for ${minutes} minutes, a part killed or frozen every minute`, async (t) => {
  const memoryDirectory = await temporaryDirectory(t);
  const subject = await stackSubject(t, { nodes: 2, writeApis: 2, readApis: 2, env: memoryVariables(memoryDirectory) });
  const { stack, url } = subject;
  const follower = followEvents(url);
  t.teardown(() => follower.close());
  const promised: Promised = { registered: new Set(), doomed: new Set(), removed: new Set() };
  const load = await mixedLoad(subject, promised);
  const memory = watchMemory(stack, memoryDirectory);
  const faults = everyFault(stack, subject.crashes.at(-1) ?? (async () => {}));
  const ends = Date.now() + minutes * 60_000;

  for (let n = 0; Date.now() + 60_000 < ends; n++) {
    const next = Date.now() + 60_000;
    const fault = faults[n % faults.length];
    t.comment(`${new Date().toISOString()} ${fault?.name}`);
    await fault?.cause();
    await delay(Math.max(0, next - Date.now()));
  }
  await delay(Math.max(0, ends - Date.now()));
  const growth = memory.stop();
  await load.stop();

  const outcomes = [...load.outcomes].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [outcome, count] of outcomes) t.comment(`${String(count).padStart(8)}  ${outcome}`);
  for (const { part, minutes: watched, before, after, percent } of growth) {
    t.comment(
      `${part}, watched for ${watched.toFixed(0)} minutes: ${before.toFixed(1)} MB, then ${after.toFixed(1)} MB`,
    );
    t.ok(percent <= growthAtMost, `${part} has grown by ${percent.toFixed(1)} %`);
  }

  await until(async () => (await readRotation(subject.database())).every(({ inRotation }) => inRotation), {
    message: 'a search node does not return',
  });
  await allViewsAgree(t, { subject, follower, promised });
  for (const { name, meilisearch } of stack.searchNodes) {
    const index = createMeilisearchIndex({ url: meilisearch.url, apiKey: stack.meilisearchKeys.indexer });
    const { missing, stale, surplus } = await verifyIndex({
      database: subject.database(),
      node: name,
      index,
      repair: false,
    });
    await index.close();
    t.strictSame({ missing, stale, surplus }, { missing: [], stale: [], surplus: [] }, `${name} has no drift`);
  }
  t.pass(`every view agrees; ${promised.registered.size} registered, ${promised.removed.size} removed, none lost`);
});
