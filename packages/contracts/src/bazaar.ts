import type { Call } from './details.js';

/** How to call a resource, in the form of the x402 discovery protocol: an example, and the schema of such examples. */
export interface Bazaar {
  info: { input: Record<string, unknown>; output?: Record<string, unknown> };
  schema: Record<string, unknown>;
}

const parts = ['pathParams', 'queryParams', 'headers', 'body'] as const;

/** Rewrites the references of a schema for its new place inside another schema. */
const moved = (schema: unknown, place: string): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' ? `#/properties/${place}${value.slice(1)}` : value,
  );

const withoutUndefined = <T>(members: Record<string, T | undefined>): Record<string, T> =>
  Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

const object = (properties: Record<string, unknown>, required: string[]) => ({ type: 'object', properties, required });

function httpInput({ type, method, bodyType = 'json', examples = {}, ...call }: Call) {
  const body = call.body === undefined ? {} : { bodyType, body: examples.body ?? {} };
  const info = withoutUndefined({ type, method, ...examples, ...body });
  const schemas = parts.flatMap((name): [string, unknown][] => {
    const schema = call[name];
    return schema === undefined ? [] : [[name, moved(schema, `input/properties/${name}`)]];
  });
  const constants = Object.entries(withoutUndefined({ type, method, bodyType: body.bodyType }));
  return {
    info,
    schema: object(Object.fromEntries([...constants.map(([name, value]) => [name, { const: value }]), ...schemas]), [
      'type',
      'method',
      ...Object.keys(body),
    ]),
  };
}

function mcpInput({ type, toolName, transport, body: inputSchema = { type: 'object' }, examples }: Call) {
  const text = { type: 'string' };
  return {
    info: withoutUndefined({ type, toolName, transport, inputSchema, example: examples?.body }),
    schema: object({ type: { const: type }, toolName: text, transport: text, inputSchema: {}, example: {} }, [
      'type',
      'toolName',
      'inputSchema',
    ]),
  };
}

/** Creates the extension that tells clients of the discovery protocol how to call a resource. */
export function toBazaar(call: Call): Bazaar {
  const { info, schema } = call.type === 'http' ? httpInput(call) : mcpInput(call);
  const { output } = call;
  const exampleSchema =
    output?.schema === undefined ? {} : { example: moved(output.schema, 'output/properties/example') };
  return {
    info: {
      input: info,
      ...(output ? { output: withoutUndefined({ type: output.mediaType ?? 'json', example: output.example }) } : {}),
    },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...object(
        withoutUndefined({
          input: schema,
          output: output && object({ type: { type: 'string' }, ...exampleSchema }, []),
        }),
        ['input'],
      ),
    },
  };
}
