import { setImmediate as breath } from 'node:timers/promises';
import type { SearchDocument } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import { textKey } from '../../document/textKey.js';
import type { Embedder } from '../../embedder/createEmbedder.js';
import { embedDocuments } from '../../embedder/embedDocuments.js';
import { documentForm } from './indexSettings.js';
import { createTextMaker, type MadeText, type MeilisearchDocument, withMadeText } from './meilisearchDocument.js';

interface KeptText {
  id: string;
  /** The digest of the texts. What is derived from them stays valid, whatever else changes. */
  key: string;
  made: string;
}

/** Stores what was derived from the texts of services, by the version that derived it. */
export interface TextStore {
  find(version: string, ids: readonly string[]): Promise<KeptText[]>;
  keep(version: string, texts: readonly KeptText[]): Promise<void>;
}

/** How many texts are processed before the process yields to other work. */
const breathEvery = 50;

/** Creates documents for Meilisearch. With a store each text is processed once, even across nodes and rebuilds. */
export function createDocumentWriter(store: TextStore | undefined, embedder: Embedder | undefined) {
  let make: ReturnType<typeof createTextMaker> | undefined;

  return async (documents: readonly SearchDocument[]): Promise<MeilisearchDocument[]> => {
    const language = await loadLanguage();
    make ??= createTextMaker(language);
    const form = documentForm(embedder);
    const version = `${form} ${language.version}`;
    const ids = documents.map(({ id }) => id);
    const kept = new Map((await store?.find(version, ids))?.map((text) => [text.id, text]));
    const isKnown = (document: SearchDocument) => kept.get(document.id)?.key === textKey(document);
    const embedded = embedder
      ? await embedDocuments(
          embedder,
          documents.filter((one) => !isKnown(one)),
        )
      : undefined;
    const fresh: KeptText[] = [];
    const written: MeilisearchDocument[] = [];
    for (const document of documents) {
      const key = textKey(document);
      const known = kept.get(document.id);
      const made: MadeText = known?.key === key ? JSON.parse(known.made) : make(document, embedded?.get(document));
      written.push(withMadeText(document, made, form));
      if (known?.key === key) continue;
      // Results that are made while the embedder is unavailable are not stored.
      if (store && (!embedder || embedded?.has(document)))
        fresh.push({ id: document.id, key, made: JSON.stringify(made) });
      if (written.length % breathEvery === 0) await breath();
    }
    if (fresh.length > 0) await store?.keep(version, fresh);
    return written;
  };
}
