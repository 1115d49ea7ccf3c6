import { setImmediate as breath } from 'node:timers/promises';
import type { SearchDocument } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import { textKey } from '../../document/textKey.js';
import { documentVersion } from '../../document/toDocument.js';
import { createTextMaker, type MadeText, type MeilisearchDocument, withMadeText } from './meilisearchDocument.js';

interface KeptText {
  id: string;
  /** The digest of the texts: whatever else changes, what was made of them stays the same. */
  key: string;
  made: string;
}

/** Keeps what was made of the texts of services, by the version that has made it. */
export interface TextStore {
  find(version: string, ids: readonly string[]): Promise<KeptText[]>;
  keep(version: string, texts: readonly KeptText[]): Promise<void>;
}

/** Texts that are read in one go; between them the process attends to everything else. */
const breathEvery = 50;

/** Makes documents for Meilisearch: each text is read once, also by other nodes and rebuilds, where there is a store. */
export function createDocumentWriter(store: TextStore | undefined) {
  let make: ReturnType<typeof createTextMaker> | undefined;

  return async (documents: readonly SearchDocument[]): Promise<MeilisearchDocument[]> => {
    const language = await loadLanguage();
    make ??= createTextMaker(language);
    const version = `${documentVersion} ${language.version}`;
    const ids = documents.map(({ id }) => id);
    const kept = new Map((await store?.find(version, ids))?.map((text) => [text.id, text]));
    const fresh: KeptText[] = [];
    const written: MeilisearchDocument[] = [];
    for (const document of documents) {
      const key = textKey(document);
      const known = kept.get(document.id);
      const made: MadeText = known?.key === key ? JSON.parse(known.made) : make(document);
      written.push(withMadeText(document, made));
      if (known?.key === key) continue;
      if (store) fresh.push({ id: document.id, key, made: JSON.stringify(made) });
      if (written.length % breathEvery === 0) await breath();
    }
    if (fresh.length > 0) await store?.keep(version, fresh);
    return written;
  };
}
