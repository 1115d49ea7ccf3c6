import { loadLanguage, memoize } from '@shirube/language';
import t from 'tap';
import { createEmbeddedEngine } from '../dist/index.js';
import { conformance } from './conformance.js';

const loaded = await loadLanguage();
// Every engine reads the same thousands of synonyms.
const language = { ...loaded, words: memoize(20_000, loaded.words) };

await conformance(t, async (t) => {
  const engine = createEmbeddedEngine(language);
  t.teardown(() => engine.close());
  return { reader: engine, index: engine };
});
