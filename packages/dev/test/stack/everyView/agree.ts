import { isDeepStrictEqual } from 'node:util';
import { listNodes } from '@shirube/catalog';
import { until } from '@shirube/testing';
import type { Test } from 'tap';
import type { EventFollower } from './eventFollower.js';
import type { Promised } from './operations.js';
import type { Subject } from './subject.js';
import {
  asExported,
  inChanges,
  inExport,
  inFullExport,
  inIndex,
  inPostgres,
  isUpToDate,
  listedInPostgres,
  seenBy,
} from './views.js';

/** Rejects unless all views of the directory catch up with Postgres and every confirmed write still holds. */
export async function allViewsAgree(
  t: Test,
  { subject, follower, promised }: { subject: Subject; follower: EventFollower; promised: Promised },
): Promise<void> {
  const { url } = subject;
  // The monitor keeps running, so each view is compared with the current content of Postgres.
  const truth = () => inPostgres(subject.database());
  async function same<T>(
    name: string,
    view: () => T | Promise<T>,
    expected: () => Promise<T>,
    isSame: (actual: T, held: T) => boolean = isDeepStrictEqual,
  ): Promise<void> {
    let last: unknown;
    const agrees = async () => {
      const [actual, held] = [await view(), await expected()];
      last = { actual, held };
      return isSame(actual, held);
    };
    await until(agrees, {
      message: `${name} does not come to agree with Postgres`,
    }).catch((error) => {
      t.comment(JSON.stringify(last));
      throw error;
    });
  }
  // Cheaper than polling all views.
  const isIndexed = async () => (await listNodes(subject.database())).every(({ pending }) => pending === 0);
  await until(isIndexed, { message: 'the index does not catch up' });
  await same(
    'the index',
    () => inIndex(url),
    () => listedInPostgres(subject.database()),
    isUpToDate,
  );
  await same('the feed from its beginning', () => inChanges(url), truth);
  await same('a follower of events', () => seenBy(follower.services), truth, isUpToDate);
  await same('the full export', () => inFullExport(url), truth);
  const entries = async () => (await inExport(url)).map(({ category: _label, ...entry }) => entry);
  await same('the export for scanners', entries, async () => asExported(await truth()));

  const there = new Set((await truth()).map(({ id }) => id));
  const lost = [...promised.registered].filter((id) => !there.has(id) && !promised.doomed.has(id));
  const undead = [...promised.removed].filter((id) => there.has(id));
  if (lost.length > 0 || undead.length > 0) throw new Error(`lost: ${lost}; not removed: ${undead}`);
}
