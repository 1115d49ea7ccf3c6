import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
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

t.test('every request and every answer has an example that its schema allows', async (t) => {
  const document = openApiDocument();
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'document');
  const ids = new Set<unknown>();
  const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
  function check(place: readonly string[], content: object): void {
    for (const [type, { example }] of Object.entries<{ example?: unknown }>({ ...content })) {
      // Described in words.
      if (type === 'application/x-ndjson') continue;
      const name = [...place, type].join(' ');
      const fits = ajv.compile({ $ref: `document#/${[...place, type, 'schema'].map(escaped).join('/')}` });
      t.ok(example !== undefined && fits(example), `${name} ${ajv.errorsText(fits.errors)}`);
    }
  }
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId, requestBody, responses } = Object(operation);
      ids.add(operationId);
      if (requestBody) check(['paths', path, method, 'requestBody', 'content'], requestBody.content);
      for (const [status, { content }] of Object.entries<{ content?: object }>(responses))
        if (content) check(['paths', path, method, 'responses', status, 'content'], content);
    }
  }
  t.equal(ids.size, Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length, 'each has a name');
});
