import { createKey } from '@shirube/catalog';
import type { Problem } from '@shirube/contracts';
import { registration, relativeCost } from '@shirube/testing';
import t from 'tap';
import { startWriteApi } from './writeApi.js';

const { client, database } = await startWriteApi(t);

/** Returns a schema with this many levels. */
function deep(levels: number): object {
  let schema: object = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = { properties: { a: schema } };
  return schema;
}

const post = (call: object) => ({ call: { type: 'http', method: 'POST', ...call } });

t.test('every fault of the details is named with its path, and nothing is stored', async (t) => {
  const cases: [changes: object, path: string, message: RegExp][] = [
    [post({ body: { type: 'strng' } }), 'call.body.type', /2020-12.*string/],
    [post({ body: { properties: { city: { minLength: -1 } } } }), 'call.body.properties.city.minLength', /2020-12/],
    [post({ output: { schema: { pattern: '(' } } }), 'call.output.schema.pattern', /regular expression/],
    [post({ body: { patternProperties: { '[': {} } } }), 'call.body.patternProperties', /regular expression/],
    [post({ body: 'string' }), 'call.body', /an object, true or false/],
    [post({ body: { $ref: 'https://example.com/schema.json' } }), 'call.body.$ref', /other documents are not read/],
    [post({ body: { items: { $ref: 'other.json#/x' } } }), 'call.body.items.$ref', /other documents are not read/],
    [post({ body: { $id: 'https://json-schema.org/draft/2020-12/schema' } }), 'call.body.$id', /not supported/],
    [post({ body: { $schema: 'http://json-schema.org/draft-07/schema#' } }), 'call.body.$schema', /2020-12/],
    [post({ body: { $ref: '#/$defs/none' } }), 'call.body.$ref', /points to nothing/],
    [post({ body: { $ref: '#' } }), 'call.body.$ref', /refers back to itself/],
    [
      post({ body: { $defs: { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }] } } } }),
      'call.body.$defs.a.$ref',
      /refers back to itself/,
    ],
    [post({ body: deep(1_000) }), 'call', /20 levels/],
    [post({ examples: { body: deep(11) } }), 'call', /20 levels/],
    [post({ body: { description: 'x'.repeat(33_000) } }), 'call', /32768 bytes/],
    [post({ examples: { body: 'a \u0000 b' } }), 'call.examples.body', /U\+0000/],
    [post({ examples: { body: { '\ud800': 1 } } }), 'call.examples.body', /surrogate/],
    [post({ examples: { headers: { 'x-a': '1\nPay' } } }), 'call.examples.headers', /control characters$/],
    [post({ examples: { headers: { 'x-a\nPay': '1' } } }), 'call.examples.headers', /control characters$/],
    [post({ examples: { headers: { 'x a': '1' } } }), 'call.examples.headers', /names of HTTP headers/],
    [post({ headers: { properties: { 'x-a\nPay': {} } } }), 'call.headers', /names of HTTP headers/],
    [post({ headers: { required: ['x-a\rPay'] } }), 'call.headers', /names of HTTP headers/],
    [
      post({ examples: { queryParams: { q: ['a\u2028', 'b\n'] } } }),
      'call.examples.queryParams',
      /control characters$/,
    ],
    [post({ examples: { pathParams: { 'a\u001b': 1 } } }), 'call.examples.pathParams', /control characters$/],
    [post({ examples: { body: 'a\r\nb' } }), 'call.examples.body', /other than tab and newline/],
    [post({ output: { example: { a: 'a\u001b[2J' } } }), 'call.output.example', /other than tab and newline/],
    [{ call: { type: 'http' } }, 'call.method', /is required/],
    [{ call: { type: 'http', method: 'GET', body: {} } }, 'call.body', /GET/],
    [{ call: { type: 'mcp' } }, 'call.toolName', /is required/],
    [{ call: { type: 'mcp', toolName: 'x', method: 'GET' } }, 'call.method', /mcp/],
    [{ call: { type: 'soap' } }, 'call.type', /http, mcp/],
    [{ call: { type: 'http', method: 'GET', query: {} } }, 'call.query', /not a known field/],
    [{ provider: { url: 'https://example.com' } }, 'provider.name', /is required/],
    [{ documentationUrl: 'javascript:alert(1)' }, 'documentationUrl', /http/],
    [{ iconUrl: 'data:image/png;base64,AAAA' }, 'iconUrl', /http/],
    [{ iconUrl: 'https://example.com/icon.svg?v=1' }, 'iconUrl', /SVG/],
    [{ iconUrl: 'https://example.com/index.html' }, 'iconUrl', /HTML/],
    [{ iconUrl: 'https://127.0.0.1/icon.png' }, 'iconUrl', /not an IP address/],
    [{ tags: Array.from({ length: 11 }, (_, n) => `tag ${n}`) }, 'tags', /at most 10/],
    [{ tags: ['x'.repeat(33)] }, 'tags.0', /1 to 32/],
  ];
  for (const [changes, path, message] of cases) {
    const { status, body } = await client.post({ ...registration(), ...changes });
    const problem: Pick<Problem, 'errors'> = body;
    t.equal(status, 400, path);
    t.match(problem.errors?.find((fault) => fault.path === path)?.message, message, path);
  }
  const { rowCount } = await database.query('select from services');
  t.equal(rowCount, 0);
});

t.test('hostile schemas of the full size cost little more than their size', async (t) => {
  const names = (count: number, schema: (n: number) => object) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, schema(n)]));
  const makers = [
    (size: number) => ({ $defs: { ...names(9 * size, (n) => ({ $ref: `#/$defs/a${n + 1}` })), [`a${9 * size}`]: {} } }),
    (size: number) => ({
      $defs: {
        ...names(3 * size, (n) => ({ allOf: Array(2).fill({ $ref: `#/$defs/a${n + 1}` }) })),
        [`a${3 * size}`]: {},
      },
    }),
    (size: number) => ({ properties: names(30 * size, () => ({})) }),
  ];
  for (const [number, make] of makers.entries()) {
    const registering = (size: number) => async () => {
      const { status } = await client.post({ ...registration(), ...post({ body: make(size) }) });
      if (status !== 201) throw new Error(`HTTP ${status}`);
    };
    // Twice the size may cost four times as much, however the references are nested.
    const cost = await relativeCost(registering(100), registering(50), 4);
    t.ok(cost <= 4, `schema ${number}: ${cost.toFixed(1)} times as much as half of it`);
  }
});

t.test('a schema may be recursive if every turn goes deeper into a value', async (t) => {
  const tree = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } };
  const { status, body } = await client.post({ ...registration(), ...post({ body: tree }) });
  t.equal(status, 201);
  t.match(body, { call: { body: tree } });
});

t.test('a patch replaces and removes parts of the call, and the log names the changed columns', async (t) => {
  const queryParams = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
  const details = { tags: [' 天気 '], call: { type: 'http', method: 'GET', queryParams } };
  const { body: service } = await client.post({ ...registration(), ...details });
  t.match(service, { tags: ['天気'] });
  const patch = (changes: object) =>
    client.request<object>(`/api/services/${service.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify(changes),
    });
  const wider = { type: 'object', properties: { city: { type: ['string', 'null'], default: null } } };
  const { status, body } = await patch({ call: { queryParams: wider }, tags: null, provider: { name: 'Acme' } });
  t.equal(status, 200);
  t.match(body, { provider: { name: 'Acme' }, call: { type: 'http', method: 'GET', queryParams: wider } });
  t.notOk('tags' in body);
  t.notOk('required' in Object(body).call.queryParams, 'a schema is replaced as a whole');
  const { rows } = await database.query(
    'select type, columns from changes where service_id = $1 order by number desc limit 1',
    [service.id],
  );
  t.match(rows[0], { type: 'updated' });
  t.strictSame(rows[0]?.columns.toSorted(), ['call.queryParams', 'provider', 'tags']);

  t.equal((await patch({ call: null, provider: null })).status, 200);
  t.equal((await patch({ call: { method: 'GET' } })).status, 400, 'what is left must be whole');
  const { rows: stored } = await database.query('select details from services where id = $1', [service.id]);
  t.strictSame(stored, [{ details: null }]);
});

t.test('a second registration of an endpoint by its account names the first', async (t) => {
  const endpoint = 'https://again.example/v1';
  const header = 'shirube-duplicate-of';
  const first = await client.post(registration({ endpoint }));
  t.equal(first.headers.get(header), null);
  const again = await client.post(registration({ endpoint: 'https://AGAIN.example:443/v1' }));
  t.equal(again.status, 201, 'it is registered all the same');
  t.equal(again.headers.get(header), first.body.id);
  t.notOk(again.headers.get('link'), 'and is no duplicate of what another account has');
  const other = await createKey(database, { name: 'other', scopes: ['services:write'] });
  const theirs = await client.post(registration({ endpoint }), { authorization: `Bearer ${other.key}` });
  t.equal(theirs.headers.get(header), null, 'that of another account is not its own');
  t.match(theirs.headers.get('link'), first.body.id);
});
