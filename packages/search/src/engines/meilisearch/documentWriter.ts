import { setImmediate as pause } from 'node:timers/promises';
import type { SearchDocument } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import { createTextMaker, type MeilisearchDocument, withoutTexts } from './meilisearchDocument.js';

/** How many texts are processed before the process yields to other work. */
const pauseEvery = 50;

export type DocumentWriter = ReturnType<typeof createDocumentWriter>;

/** Creates documents for Meilisearch. */
export function createDocumentWriter() {
  let make: ReturnType<typeof createTextMaker> | undefined;

  return {
    async write(documents: readonly SearchDocument[]): Promise<MeilisearchDocument[]> {
      make ??= createTextMaker(await loadLanguage());
      const written: MeilisearchDocument[] = [];
      for (const document of documents) {
        written.push({ ...withoutTexts(document), ...make(document) });
        if (written.length % pauseEvery === 0) await pause();
      }
      return written;
    },
    /** For a document whose texts stay as indexed. */
    writeUpdate: withoutTexts,
  };
}
