import { type Allowance, DocumentFault, type Members, valueAt } from '@shirube/domain';
import { copyValue, entriesOf, resolveReference, selfContained } from './selfContained.js';

export interface Resource {
  endpoint: string;
  method?: string | undefined;
  name?: unknown;
  description?: unknown;
  tags?: unknown;
}

/** A resource that a manifest declares. This is untrusted input that is not validated yet. */
export interface DeclaredResource extends Resource {
  /** Returns the details that the document gives; throws a DocumentFault if they are too much or cannot be read. */
  describe(allowance: Allowance): object;
}

/** A document with more operations is not read, because nobody registers that many at once. */
const mostOperations = 1_000;
/** Longer than any address that can be registered. */
const longestServer = 2_048;
const longestPath = 2_048;

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
const places = new Map<unknown, string>([
  ['path', 'pathParams'],
  ['query', 'queryParams'],
  ['header', 'headers'],
]);
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
function parametersOf(document: unknown, path: unknown, operation: unknown, allowance: Allowance) {
  const schemas: Record<string, { type: 'object'; properties: Members; required: string[] }> = {};
  const examples: Record<string, Members> = {};
  const lists = [listAt(path, 'parameters'), listAt(operation, 'parameters')];
  allowance.spend(lists.flat().length);
  for (const written of lists.flat()) {
    const parameter = resolveReference(document, written, allowance);
    const where = places.get(valueAt(parameter, 'in'));
    const name = valueAt(parameter, 'name');
    // Assigned as a property, the last one would become the prototype.
    if (where === undefined || typeof name !== 'string' || name === '__proto__') continue;
    schemas[where] ??= { type: 'object', properties: {}, required: [] };
    const schema = valueAt(parameter, 'schema');
    schemas[where].properties[name] = schema ?? {};
    if (valueAt(parameter, 'required') === true) schemas[where].required.push(name);
    const sample = valueAt(parameter, 'example') ?? valueAt(schema, 'example') ?? valueAt(schema, 'default');
    if (sample === undefined) continue;
    examples[where] ??= {};
    examples[where][name] = sample;
  }
  const alone = Object.entries(schemas).map(([where, schema]) => [where, selfContained(document, schema, allowance)]);
  return { schemas: Object.fromEntries(alone), examples };
}

/** Returns how an operation is called, as far as the document describes it. */
function callOf(document: unknown, path: unknown, method: string, operation: unknown, allowance: Allowance): Members {
  const { schemas, examples } = parametersOf(document, path, operation, allowance);
  const content = valueAt(resolveReference(document, valueAt(operation, 'requestBody'), allowance), 'content');
  const [mediaType, bodyType] = bodyTypes.find(([type]) => valueAt(content, type) !== undefined) ?? [];
  const body = mediaType === undefined ? undefined : valueAt(content, mediaType);
  const sample = valueAt(body, 'example');
  const answers = entriesOf(valueAt(operation, 'responses'), allowance);
  const answer = resolveReference(document, answers.find(([status]) => /^2/.test(status))?.[1], allowance);
  const [type, output] = entriesOf(valueAt(answer, 'content'), allowance)[0] ?? [];
  const samples = { ...examples, ...(sample === undefined ? {} : { body: sample }) };
  return {
    type: 'http',
    method: method.toUpperCase(),
    ...schemas,
    ...(body === undefined
      ? {}
      : { bodyType, body: selfContained(document, valueAt(body, 'schema') ?? true, allowance) }),
    ...(type === undefined
      ? {}
      : {
          output: {
            mediaType: type,
            schema: selfContained(document, valueAt(output, 'schema'), allowance),
            example: copyValue(valueAt(output, 'example'), allowance),
          },
        }),
    ...(Object.keys(samples).length > 0 ? { examples: copyValue(samples, allowance) } : {}),
  };
}

/** Returns the base address of the paths of a document. It must be on the same host. */
function serverOf(document: unknown, origin: string): string {
  const written = valueAt(listAt(document, 'servers')[0], 'url') ?? '/';
  if (typeof written === 'string' && written.length > longestServer)
    throw new DocumentFault(
      `names a server of more than ${longestServer} characters: use a shorter address`,
      `サーバーのアドレスが${longestServer}文字を超えています。短くしてください。`,
    );
  const server = typeof written === 'string' && URL.canParse(written, origin) ? new URL(written, origin) : undefined;
  if (server?.host !== new URL(origin).host)
    throw new DocumentFault(
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

/** Returns the paid operations of an OpenAPI document. What it says about each is only read when that is wanted. */
export function openapiResources(document: unknown, origin: string): DeclaredResource[] {
  const operations = entries(valueAt(document, 'paths')).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = valueAt(item, method);
      return operation === undefined ? [] : [{ path, item, method, operation }];
    }),
  );
  if (operations.length > mostOperations)
    throw new DocumentFault(
      `has ${operations.length} operations, and at most ${mostOperations} are read: split the document, or register addresses one by one`,
      `操作が${operations.length}件あります。読み取れるのは${mostOperations}件までです。ドキュメントを分けるか、アドレスを1つずつ登録してください。`,
    );
  // No service has a longer endpoint.
  const paid = operations.filter(
    ({ path, operation }) => path.length <= longestPath && valueAt(operation, 'x-payment-info') !== undefined,
  );
  if (paid.length === 0) return [];
  const server = serverOf(document, origin);
  const shared = {
    provider: providerOf(document),
    documentationUrl: valueAt(document, 'externalDocs', 'url'),
    iconUrl: valueAt(document, 'info', 'x-logo', 'url'),
  };
  return paid.map(({ path, item, method, operation }) => {
    const tags = valueAt(operation, 'tags');
    return {
      endpoint: server + path,
      method: method.toUpperCase(),
      name: valueAt(operation, 'summary'),
      description: valueAt(operation, 'description') ?? valueAt(document, 'info', 'description'),
      tags,
      describe: (allowance) => ({
        ...Object(copyValue({ ...shared, tags }, allowance)),
        call: callOf(document, item, method, operation, allowance),
      }),
    };
  });
}
