import { loadLanguage } from '@shirube/language';
import t from 'tap';
import { createEmbeddedEngine } from '../dist/index.js';
import { conformance } from './conformance.js';

const language = await loadLanguage();

await conformance(t, async (t) => {
  const engine = createEmbeddedEngine(language);
  t.teardown(() => engine.close());
  return { reader: engine, index: engine };
});
