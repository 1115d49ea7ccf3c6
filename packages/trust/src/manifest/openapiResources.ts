import { type Members, valueAt } from '@shirube/contracts';
import type { ManifestResource } from './readManifest.js';
import { ManifestFault, resolved, selfContained } from './selfContained.js';

/** A document with more operations is not read, because nobody registers that many at once. */
const mostOperations = 1_000;

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
const places = { path: 'pathParams', query: 'queryParams', header: 'headers' } as const;
const bodyTypes = [
  ['application/json', 'json'],
  ['multipart/form-data', 'form-data'],
  ['text/plain', 'text'],
] as const;

const entries = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];
const listAt = (value: unknown, name: string): unknown[] => {
  const list = valueAt(value, name);
  return Array.isArray(list) ? list : [];
};

/** Returns the parameters of an operation, as one schema per location, and their examples. */
function parametersOf(document: unknown, path: unknown, operation: unknown) {
  const schemas: Record<string, { type: 'object'; properties: Members; required: string[] }> = {};
  const examples: Record<string, Members> = {};
  for (const written of [...listAt(path, 'parameters'), ...listAt(operation, 'parameters')]) {
    const parameter = resolved(document, written);
    const where = new Map<unknown, string>(Object.entries(places)).get(valueAt(parameter, 'in'));
    const name = valueAt(parameter, 'name');
    if (where === undefined || typeof name !== 'string') continue;
    schemas[where] ??= { type: 'object', properties: {}, required: [] };
    const schema = valueAt(parameter, 'schema');
    schemas[where].properties[name] = schema ?? {};
    if (valueAt(parameter, 'required') === true) schemas[where].required.push(name);
    const sample = valueAt(parameter, 'example') ?? valueAt(schema, 'example') ?? valueAt(schema, 'default');
    if (sample !== undefined) examples[where] = { ...examples[where], [name]: sample };
  }
  const alone = Object.entries(schemas).map(([where, schema]) => [where, selfContained(document, schema)]);
  return { schemas: Object.fromEntries(alone), examples };
}

/** Returns how an operation is called, as far as the document describes it. */
function callOf(document: unknown, path: unknown, method: string, operation: unknown): Members {
  const { schemas, examples } = parametersOf(document, path, operation);
  const content = valueAt(resolved(document, valueAt(operation, 'requestBody')), 'content');
  const [mediaType, bodyType] = bodyTypes.find(([type]) => valueAt(content, type) !== undefined) ?? [];
  const body = mediaType === undefined ? undefined : valueAt(content, mediaType);
  const sample = valueAt(body, 'example');
  const answer = entries(valueAt(operation, 'responses')).find(([status]) => /^2/.test(status))?.[1];
  const [type, output] = entries(valueAt(resolved(document, answer), 'content'))[0] ?? [];
  const samples = { ...examples, ...(sample === undefined ? {} : { body: sample }) };
  return {
    type: 'http',
    method: method.toUpperCase(),
    ...schemas,
    ...(body === undefined ? {} : { bodyType, body: selfContained(document, valueAt(body, 'schema') ?? true) }),
    ...(type === undefined
      ? {}
      : {
          output: {
            mediaType: type,
            schema: selfContained(document, valueAt(output, 'schema')),
            example: valueAt(output, 'example'),
          },
        }),
    ...(Object.keys(samples).length > 0 ? { examples: samples } : {}),
  };
}

/** Returns the base address of the paths of a document. It must be on the same host. */
function serverOf(document: unknown, origin: string): string {
  const written = valueAt(listAt(document, 'servers')[0], 'url') ?? '/';
  const server = typeof written === 'string' && URL.canParse(written, origin) ? new URL(written, origin) : undefined;
  if (server?.host !== new URL(origin).host)
    throw new ManifestFault(
      `names the server ${written}, which is another host: paste an address of that host`,
      `別のホスト（${written}）をサーバーとして示しています。そのホストのアドレスを入力してください。`,
    );
  return server.href.replace(/\/$/, '');
}

/** Returns the provider of what a document describes. It can only be shown if it has a name. */
function providerOf(document: unknown): object | undefined {
  const { name, url } = Object(valueAt(document, 'info', 'contact'));
  return name === undefined ? undefined : { name, url };
}

/** Returns the paid operations of an OpenAPI document. */
export function openapiResources(document: unknown, origin: string): ManifestResource[] {
  const operations = entries(valueAt(document, 'paths')).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = valueAt(item, method);
      return operation === undefined ? [] : [{ path, item, method, operation }];
    }),
  );
  if (operations.length > mostOperations)
    throw new ManifestFault(
      `has ${operations.length} operations, and at most ${mostOperations} are read: split the document, or register addresses one by one`,
      `操作が${operations.length}件あります。読み取れるのは${mostOperations}件までです。ドキュメントを分けるか、アドレスを1つずつ登録してください。`,
    );
  const paid = operations.filter(({ operation }) => valueAt(operation, 'x-payment-info') !== undefined);
  if (paid.length === 0) return [];
  const server = serverOf(document, origin);
  const shared = {
    provider: providerOf(document),
    documentationUrl: valueAt(document, 'externalDocs', 'url'),
    iconUrl: valueAt(document, 'info', 'x-logo', 'url'),
  };
  return paid.map(({ path, item, method, operation }) => {
    const described = {
      endpoint: server + path,
      method: method.toUpperCase(),
      name: valueAt(operation, 'summary'),
      description: valueAt(operation, 'description') ?? valueAt(document, 'info', 'description'),
      tags: valueAt(operation, 'tags'),
    };
    try {
      return {
        ...described,
        details: { ...shared, tags: described.tags, call: callOf(document, item, method, operation) },
      };
    } catch (error) {
      if (!(error instanceof ManifestFault)) throw error;
      return { ...described, details: {}, fault: error };
    }
  });
}
