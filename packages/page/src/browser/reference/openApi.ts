/** The parts of an OpenAPI document that are shown. */
export interface OpenApi {
  info: { version: string; description: string };
  paths: Record<string, Record<string, Omit<Operation, 'path' | 'method'>>>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation {
  method: string;
  path: string;
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  security?: unknown[];
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
}

export interface Content {
  schema: Schema;
  example?: unknown;
}

export interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  default?: unknown;
  examples?: unknown[];
}

/** What reads the document on the server. */
export interface OpenApiSource {
  readOpenApi?(): Promise<OpenApi>;
}

/** Reads the document, which only the server has at hand: the browser fetches it. */
export async function readOpenApi(source: OpenApiSource, signal: AbortSignal): Promise<OpenApi> {
  if (source.readOpenApi) return source.readOpenApi();
  const response = await fetch('/openapi.json', { signal });
  if (!response.ok) throw new Error(`The API reference is answered with ${response.status}.`);
  return response.json();
}

/** Groups the operations, in the order of the document. */
export function operationGroups({ paths }: OpenApi): [group: string, operations: Operation[]][] {
  const groups = new Map<string, Operation[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [group] = operation.tags;
      groups.set(group, [...(groups.get(group) ?? []), { ...operation, method: method.toUpperCase(), path }]);
    }
  }
  return [...groups];
}

/** Resolves a schema reference. */
export function resolveSchema(schema: Schema, { components }: OpenApi): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return (name && components.schemas[name]) || schema;
}

/** Returns a short name for the type of a value. */
export function typeName(schema: Schema, document: OpenApi): string {
  const { type, items, anyOf, enum: values } = resolveSchema(schema, document);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf) return anyOf.map((one) => typeName(one, document)).join(' | ');
  if (type === 'array' && items) return `${typeName(items, document)}[]`;
  return type ?? 'any';
}
