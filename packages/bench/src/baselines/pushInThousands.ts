import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase, readCatalog } from '@shirube/catalog';
import type { CatalogEntry } from '@shirube/contracts';
import type { RunningMeilisearch } from '@shirube/dev/processes';
import type { Language } from '@shirube/language';
import { createEmbeddedEngine } from '@shirube/search';

/** An indexed directory that provides the documents of the baseline. */
export interface PushTarget {
  databaseUrl: string;
  meilisearch: RunningMeilisearch | undefined;
}

interface Task {
  status: string;
  enqueuedAt: string;
  finishedAt: string;
}

interface Pushed {
  /** Documents per second. */
  perSecond: number;
  /** Milliseconds of each task that adds one more document; the tasks run one after the other. */
  single: number[];
}

const batch = 1_000;
const singles = 10;
const pushed = 'pushed';

/**
 * Pushes every document again, in batches of a thousand, into a separate index: some as a warm-up before the clock
 * starts, then the rest, and then a few more one by one.
 */
export async function pushInThousands(
  { databaseUrl, meilisearch }: PushTarget,
  language: Language,
  warmUps: number,
): Promise<Pushed> {
  return meilisearch ? pushToMeilisearch(meilisearch, warmUps) : pushToEmbedded(databaseUrl, language, warmUps);
}

const sum = (batches: readonly unknown[][]): number =>
  batches.reduce((count, documents) => count + documents.length, 0);

async function pushToMeilisearch({ url, apiKey }: RunningMeilisearch, warmUps: number): Promise<Pushed> {
  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Waits for the task and returns how many milliseconds it took since it was enqueued. */
  async function done({ taskUid }: { taskUid: number }): Promise<number> {
    for (;;) {
      const { status, enqueuedAt, finishedAt } = await ask<Task>('GET', `/tasks/${taskUid}`);
      if (status === 'succeeded') return Date.parse(finishedAt) - Date.parse(enqueuedAt);
      if (status === 'failed' || status === 'canceled') throw new Error(`task ${taskUid} ${status}`);
      await pause(20);
    }
  }

  const send = (method: string, path: string, body?: unknown) => ask<{ taskUid: number }>(method, path, body);
  const settings = await ask<Record<string, unknown>>('GET', '/indexes/services/settings');
  // Makes Meilisearch return complete documents. No indexer is running any more that this could disturb.
  await done(await send('PUT', '/indexes/services/settings/displayed-attributes', ['*']));
  const batches: object[][] = [];
  for (let offset = 0; ; offset += batch) {
    const { results } = await ask<{ results: object[] }>(
      'GET',
      `/indexes/services/documents?offset=${offset}&limit=${batch}`,
    );
    if (results.length === 0) break;
    batches.push(results);
  }
  await done(await send('POST', '/indexes', { uid: pushed, primaryKey: 'id' }));
  await done(await send('PATCH', `/indexes/${pushed}/settings`, settings));

  async function push(some: readonly object[][]): Promise<void> {
    const tasks = [];
    for (const documents of some) tasks.push(await send('POST', `/indexes/${pushed}/documents`, documents));
    for (const task of tasks) await done(task);
  }

  await push(batches.slice(0, warmUps / batch));
  const measured = batches.slice(warmUps / batch);
  const started = performance.now();
  await push(measured);
  const perSecond = sum(measured) / ((performance.now() - started) / 1000);
  const single: number[] = [];
  for (const document of batches[0]?.slice(0, singles) ?? []) {
    const another = [{ ...document, id: randomUUID() }];
    single.push(await done(await send('POST', `/indexes/${pushed}/documents`, another)));
  }
  await done(await send('DELETE', `/indexes/${pushed}`));
  return { perSecond, single };
}

async function pushToEmbedded(databaseUrl: string, language: Language, warmUps: number): Promise<Pushed> {
  const database = openDatabase(databaseUrl, { max: 1 });
  const batches: CatalogEntry[][] = [];
  for await (const entries of readCatalog(database, batch)) batches.push(entries);
  await database.end();
  const engine = createEmbeddedEngine(language);
  const push = async (some: readonly CatalogEntry[][]) => {
    for (const entries of some) await engine.apply(entries.map((entry) => ({ upsert: entry })));
  };
  await push(batches.slice(0, warmUps / batch));
  const measured = batches.slice(warmUps / batch);
  const started = performance.now();
  await push(measured);
  return { perSecond: sum(measured) / ((performance.now() - started) / 1000), single: [] };
}
