import { readFile } from 'node:fs/promises';
import t from 'tap';
import { openApiDocument } from '../dist/index.js';

t.test('docs/openapi.json is the document that the services publish', async (t) => {
  const published = await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
  t.same(JSON.parse(published), openApiDocument(), 'run `npm run openapi` after a change of the contracts');
});

t.test('every schema that is referred to is there', async (t) => {
  const document = openApiDocument();
  const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? [];
  t.ok(references.length > 0);
  for (const reference of new Set(references)) {
    const name = reference.split('/').at(-1) ?? '';
    t.ok(name in document.components.schemas, name);
  }
});
