import { randomBytes } from 'node:crypto';
import { UsageError } from '@shirube/cli/command-line';
import type { CatalogEntry } from '@shirube/contracts';
import { findProgram, startMeilisearch } from '@shirube/dev/processes';
import type { Language } from '@shirube/language';
import {
  createEmbeddedEngine,
  createMeilisearchIndex,
  createMeilisearchReader,
  type SearchIndex,
  type SearchReader,
} from '@shirube/search';

export const engineNames = ['embedded', 'meilisearch'] as const;
export type EngineName = (typeof engineNames)[number];

const entriesPerBatch = 1_000;

export interface FilledEngine {
  reader: SearchReader;
  /** Closes the engine and removes everything it created. */
  close(): Promise<void>;
}

/** Creates an engine that holds exactly these entries. */
export async function fillEngine(
  name: EngineName,
  entries: readonly CatalogEntry[],
  language: Language,
): Promise<FilledEngine> {
  const { index, ...engine } = name === 'embedded' ? openEmbedded(language) : await openMeilisearch();
  try {
    const rebuild = await index.beginRebuild();
    for (let from = 0; from < entries.length; from += entriesPerBatch) {
      await rebuild.apply(entries.slice(from, from + entriesPerBatch).map((entry) => ({ upsert: entry })));
    }
    await rebuild.promote();
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

interface OpenEngine extends FilledEngine {
  index: SearchIndex;
}

function openEmbedded(language: Language): OpenEngine {
  const engine = createEmbeddedEngine(language);
  return { reader: engine, index: engine, close: () => engine.close() };
}

async function startLocal() {
  if (await findProgram('meilisearch')) return startMeilisearch();
  throw new UsageError('no Meilisearch: set MEILI_URL (and MEILI_API_KEY), or put meilisearch on PATH');
}

/** Opens a separate index in the Meilisearch of MEILI_URL, or by default in one that is started for it. */
async function openMeilisearch(): Promise<OpenEngine> {
  const { MEILI_URL, MEILI_API_KEY } = process.env;
  const local = MEILI_URL ? undefined : await startLocal();
  const { url, apiKey } = local ?? { url: MEILI_URL ?? '', apiKey: MEILI_API_KEY };
  const address = { url, apiKey, indexUid: `evaluate_${randomBytes(6).toString('hex')}` };
  const reader = createMeilisearchReader({ ...address, limits: { deadline: 20_000 } });
  const index = createMeilisearchIndex({ ...address });
  return {
    reader,
    index,
    async close() {
      await Promise.all([reader.close(), index.close()]);
      if (local) await local.stop();
      else await deleteIndex(address);
    },
  };
}

async function deleteIndex(address: { url: string; apiKey: string | undefined; indexUid: string }): Promise<void> {
  const response = await fetch(new URL(`/indexes/${address.indexUid}`, address.url), {
    method: 'DELETE',
    headers: address.apiKey === undefined ? {} : { authorization: `Bearer ${address.apiKey}` },
  });
  if (!response.ok) throw new Error(`the index ${address.indexUid} was left behind: HTTP ${response.status}`);
}
