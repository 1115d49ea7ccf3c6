import type { Language } from '@shirube/language';
import type { MeilisearchAccess } from '@shirube/testing';
import type { Test } from 'tap';
import { createEmbeddedEngine, createEmbedder, type Embedder, type IndexChange } from '../dist/index.js';
import { temporaryIndex } from './temporaryIndex.js';

export function embedderOf(settings: Parameters<typeof createEmbedder>[0], language: Language): Embedder {
  const embedder = createEmbedder(settings, language);
  if (!embedder) throw new Error('no embedder');
  return embedder;
}

/** Fills both engines with the same services, ranked by the same model. */
export async function fillBoth(
  t: Test,
  access: MeilisearchAccess,
  language: Language,
  embedder: Embedder,
  changes: IndexChange[],
) {
  const { indexUid, index, reader } = temporaryIndex(t, access, embedder);
  const rebuild = await index.beginRebuild();
  await rebuild.apply(changes);
  await rebuild.promote();
  const engine = createEmbeddedEngine(language, { embedder });
  await engine.apply(changes);
  return { indexUid, reader, engine };
}
