import { compileFaults } from './compileFaults.js';
import { noteDetailFaults } from './detailFaults.js';
import { type Call, Details, detailsOf } from './details.js';
import { createFaultList } from './faults.js';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of a foreign object. */
export const valueAt = (value: unknown, ...path: string[]): unknown =>
  path.reduce((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);

const checks = new Map(Object.entries(Details.properties).map(([name, schema]) => [name, compileFaults(schema)]));

/** Where a detail is faulty, by the names of its members; undefined when it is sound. */
function faultyMembers(name: string, value: unknown): string[] | undefined {
  const list = createFaultList();
  noteDetailFaults({ [name]: value }, list);
  const faults = [checks.get(name)?.(value), list.found()].flatMap((found) => found?.faults ?? []);
  return faults.length > 0 ? faults.map(({ path }) => path.replace(/^call\./, '').split('.')[0] ?? '') : undefined;
}

/** What is sound of details that a stranger has written: what breaks a rule is left out, the rest is kept. */
export function soundDetails(written: object): Details | undefined {
  const sound = Object.entries(detailsOf(written) ?? {}).flatMap(([name, value]): [string, unknown][] => {
    const faulty = faultyMembers(name, value);
    if (!faulty) return [[name, value]];
    if (name !== 'call' || !isRecord(value)) return [];
    const rest = Object.fromEntries(Object.entries(value).filter(([member]) => !faulty.includes(member)));
    return faultyMembers(name, rest) ? [] : [[name, rest]];
  });
  return detailsOf(Object.fromEntries(sound));
}

/** How a resource is called, by the extension `bazaar` of its challenge, as far as that says it. */
function callOf(bazaar: unknown, mediaType: unknown): object | undefined {
  const input = valueAt(bazaar, 'info', 'input');
  const schema = (...path: string[]) => valueAt(bazaar, 'schema', 'properties', ...path);
  const ofInput = (name: string) => schema('input', 'properties', name);
  if (!isRecord(input)) return undefined;
  const { type, method, toolName, transport, inputSchema, bodyType, example } = input;
  const output = {
    mediaType,
    schema: schema('output', 'properties', 'example'),
    example: valueAt(bazaar, 'info', 'output', 'example'),
  };
  const shared = { type, ...(Object.values(output).some((part) => part !== undefined) ? { output } : {}) };
  if (type === 'mcp') {
    return {
      ...shared,
      toolName,
      transport,
      body: inputSchema,
      ...(example === undefined ? {} : { examples: { body: example } }),
    };
  }
  const { pathParams, queryParams, headers, body } = input;
  const examples = { pathParams, queryParams, headers, body };
  return {
    ...shared,
    method: typeof method === 'string' ? method.toUpperCase() : undefined,
    bodyType,
    ...Object.fromEntries(Object.keys(examples).map((name) => [name, ofInput(name)])),
    ...(Object.values(examples).some((part) => part !== undefined) ? { examples } : {}),
  };
}

/** What a challenge of x402 (version 2) says of its resource: its tags and icon, and how it is called. */
export function challengeDetails(challenge: unknown): Details | undefined {
  const tags = valueAt(challenge, 'resource', 'tags');
  const call = callOf(valueAt(challenge, 'extensions', 'bazaar'), valueAt(challenge, 'resource', 'mimeType'));
  return soundDetails({ tags, iconUrl: valueAt(challenge, 'resource', 'iconUrl'), call });
}

/** In what two descriptions of a call contradict each other: how it is called, or the names of its parameters. */
export function callDifference(registered: Call, observed: Call): string | undefined {
  const names = (schema: unknown) =>
    Object.keys(Object(valueAt(schema, 'properties')))
      .sort()
      .join();
  const { type, method, toolName } = registered;
  if (type !== observed.type) return 'other_type';
  if (method !== undefined && observed.method !== undefined && method !== observed.method) return 'other_method';
  if (toolName !== observed.toolName) return 'other_tool';
  const parts = ['pathParams', 'queryParams', 'headers', 'body'] as const;
  const isOther = (part: (typeof parts)[number]) =>
    registered[part] !== undefined && observed[part] !== undefined && names(registered[part]) !== names(observed[part]);
  return parts.some(isOther) ? 'other_parameters' : undefined;
}
