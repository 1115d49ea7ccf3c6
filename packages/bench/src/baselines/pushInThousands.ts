import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase, readCatalog } from '@shirube/catalog';
import type { Language } from '@shirube/language';
import { createEmbeddedEngine } from '@shirube/search';
import type { MeilisearchPart } from '../processes/parts.js';

/** An indexed directory, whose documents are taken for the baseline. */
export interface PushTarget {
  databaseUrl: string;
  meilisearch: MeilisearchPart | undefined;
}

interface Task {
  status: string;
  enqueuedAt: string;
  finishedAt: string;
}

export interface PushTimes {
  /** Seconds for all documents. */
  all: number;
  /** Milliseconds for each of some tasks of one more document, one after the other. */
  single: number[];
}

const batch = 1_000;
const singles = 10;
const pushed = 'pushed';

/** Pushes every document again, a thousand at a time, into an index of its own, and then some one by one. */
export async function pushInThousands(
  { databaseUrl, meilisearch }: PushTarget,
  language: Language,
): Promise<PushTimes> {
  return meilisearch ? pushToMeilisearch(meilisearch) : pushToEmbedded(databaseUrl, language);
}

async function pushToMeilisearch({ url, apiKey }: MeilisearchPart): Promise<PushTimes> {
  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Milliseconds that the task took, from when it was sent. */
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
  // So that the documents come whole; no indexer runs any more that would mind.
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

  const started = performance.now();
  const tasks = [];
  for (const documents of batches) tasks.push(await send('POST', `/indexes/${pushed}/documents`, documents));
  for (const task of tasks) await done(task);
  const all = (performance.now() - started) / 1000;
  const single: number[] = [];
  for (const document of batches[0]?.slice(0, singles) ?? []) {
    const another = [{ ...document, id: randomUUID() }];
    single.push(await done(await send('POST', `/indexes/${pushed}/documents`, another)));
  }
  await done(await send('DELETE', `/indexes/${pushed}`));
  return { all, single };
}

async function pushToEmbedded(databaseUrl: string, language: Language): Promise<PushTimes> {
  const database = openDatabase(databaseUrl, { max: 1 });
  const batches = [];
  for await (const entries of readCatalog(database, batch)) batches.push(entries);
  await database.end();
  const engine = createEmbeddedEngine(language);
  const started = performance.now();
  for (const entries of batches) await engine.apply(entries.map((entry) => ({ upsert: entry })));
  return { all: (performance.now() - started) / 1000, single: [] };
}
