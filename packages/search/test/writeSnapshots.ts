import { loadLanguage } from '@shirube/language';
import { createEmbeddedEngine } from '../dist/index.js';
import { catalog } from './catalogFixture.js';

/** Writes snapshots of an index into a folder until it is killed. */
const language = await loadLanguage();
for (;;) {
  const engine = createEmbeddedEngine(language, { folder: process.argv[2] });
  const rebuild = await engine.beginRebuild();
  await rebuild.apply(catalog.map((upsert) => ({ upsert })));
  await rebuild.promote();
  await engine.close();
}
