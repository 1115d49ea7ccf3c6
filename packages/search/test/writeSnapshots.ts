import { loadLanguage } from '@shirube/language';
import { createEmbeddedEngine } from '../dist/index.js';
import { catalog } from './catalogFixture.js';

/** Writes snapshots of an index into a folder until it is killed. */
const engine = createEmbeddedEngine(await loadLanguage(), { folder: process.argv[2] });
for (;;) {
  const rebuild = await engine.beginRebuild();
  await rebuild.apply(catalog.map((upsert) => ({ upsert })));
  await rebuild.promote();
}
