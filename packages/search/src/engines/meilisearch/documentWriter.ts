import { setImmediate as pause } from 'node:timers/promises';
import type { SearchDocument } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import type { Embedder } from '../../embedder/createEmbedder.js';
import { embedDocuments } from '../../embedder/embedDocuments.js';
import { documentForm } from './indexSettings.js';
import { createTextMaker, type MeilisearchDocument, withoutTexts } from './meilisearchDocument.js';

/** How many texts are processed before the process yields to other work. */
const pauseEvery = 50;

export type DocumentWriter = ReturnType<typeof createDocumentWriter>;

/** Creates documents for Meilisearch. */
export function createDocumentWriter(embedder: Embedder | undefined) {
  let make: ReturnType<typeof createTextMaker> | undefined;
  const form = documentForm(embedder);

  return {
    async write(documents: readonly SearchDocument[]): Promise<MeilisearchDocument[]> {
      make ??= createTextMaker(await loadLanguage());
      const embedded = await embedDocuments(embedder, documents);
      const written: MeilisearchDocument[] = [];
      for (const document of documents) {
        written.push({ ...withoutTexts(document, form), ...make(document, embedded.get(document)) });
        if (written.length % pauseEvery === 0) await pause();
      }
      return written;
    },
    /** For a document whose texts stay as indexed. */
    writeUpdate: (document: SearchDocument) => withoutTexts(document, form),
  };
}
