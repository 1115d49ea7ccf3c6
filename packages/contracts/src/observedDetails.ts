import { isObject, valueAt } from '@shirube/domain';
import { compileFaults } from './compileFaults.js';
import { noteDetailFaults } from './detailFaults.js';
import { type Call, Details, detailsOf } from './details.js';
import { createFaultList } from './faults.js';

const checks = new Map(Object.entries(Details.properties).map(([name, schema]) => [name, compileFaults(schema)]));

/** Returns the names of the faulty members of a detail, or undefined if it is valid. */
function faultyMembers(name: string, value: unknown): string[] | undefined {
  const list = createFaultList();
  noteDetailFaults({ [name]: value }, list);
  const faults = [checks.get(name)?.(value), list.found()].flatMap((found) => found?.faults ?? []);
  return faults.length > 0 ? faults.map(({ path }) => path.replace(/^call\./, '').split('.')[0] ?? '') : undefined;
}

/** Returns the valid part of untrusted details. What violates a rule is dropped, the rest is kept. */
export function validDetails(written: object): Details | undefined {
  const sound = Object.entries(detailsOf(written) ?? {}).flatMap(([name, value]): [string, unknown][] => {
    const faulty = faultyMembers(name, value);
    if (!faulty) return [[name, value]];
    if (name !== 'call' || !isObject(value)) return [];
    const rest = Object.fromEntries(Object.entries(value).filter(([member]) => !faulty.includes(member)));
    return faultyMembers(name, rest) ? [] : [[name, rest]];
  });
  return detailsOf(Object.fromEntries(sound));
}

/** Returns how to call a resource, as far as the `bazaar` extension of its challenge describes it. */
function callOf(bazaar: unknown, mediaType: unknown): object | undefined {
  const input = valueAt(bazaar, 'info', 'input');
  const schema = (...path: string[]) => valueAt(bazaar, 'schema', 'properties', ...path);
  const ofInput = (name: string) => schema('input', 'properties', name);
  if (!isObject(input)) return undefined;
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

/** Returns what an x402 challenge (version 2) says about its resource: its tags, its icon, and how to call it. */
export function challengeDetails(challenge: unknown): Details | undefined {
  const tags = valueAt(challenge, 'resource', 'tags');
  const call = callOf(valueAt(challenge, 'extensions', 'bazaar'), valueAt(challenge, 'resource', 'mimeType'));
  return validDetails({ tags, iconUrl: valueAt(challenge, 'resource', 'iconUrl'), call });
}

/** Returns how two descriptions of a call contradict each other: in the kind of call, or in the parameter names. */
function callDifference(registered: Call, observed: Call): string | undefined {
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

/**
 * Returns how the description that a service gives of itself differs from its registration. Tags may differ, because
 * the owner chooses them for search.
 */
export function detailsDifference(registered: Details, observed: Details): string | undefined {
  const call = registered.call && observed.call && callDifference(registered.call, observed.call);
  if (call) return call;
  const other = (['provider', 'documentationUrl', 'iconUrl'] as const).find(
    (name) => registered[name] && observed[name] && JSON.stringify(registered[name]) !== JSON.stringify(observed[name]),
  );
  return other && `other_${other}`;
}
