import { members } from '@shirube/domain';
import { compileFaults } from './compileFaults.js';
import { Call, Details } from './details.js';
import type { FaultList } from './faults.js';
import { noteSchemaFaults } from './jsonSchemaFaults.js';

const mostBytes = 32 * 1024;
const deepest = 20;
const schemas = ['pathParams', 'queryParams', 'headers', 'body'] as const;
const ofHttp = ['method', 'pathParams', 'queryParams', 'headers', 'bodyType'] as const;
const ofMcp = ['toolName', 'transport'] as const;

const isTooDeep = (value: unknown, levels = deepest): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isTooDeep(member, levels - 1)));

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const anyControl = /\p{Cc}/u;
/** A body may have several lines. */
const bodyControl = /(?![\t\n])\p{Cc}/u;

/** Whether a string or the name of a member anywhere in a value matches. The value must not be deeply nested. */
function hasText(value: unknown, pattern: RegExp): boolean {
  if (typeof value === 'string') return pattern.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => pattern.test(name) || hasText(member, pattern));
}

/** Adds control characters in examples, and names that no header can have: they would forge lines of code and text. */
function noteControlFaults({ headers, examples = {}, output }: Call, list: FaultList): void {
  for (const [name, example] of Object.entries({ ...examples, output: output?.example })) {
    const path = name === 'output' ? 'call.output.example' : `call.examples.${name}`;
    const isBody = name === 'body' || name === 'output';
    if (hasText(example, isBody ? bodyControl : anyControl))
      list.add(path, `must not contain control characters${isBody ? ' other than tab and newline' : ''}`);
  }
  const { properties, required } = members(headers);
  const names = [
    ...Object.keys(members(properties)).map((name) => ['call.headers', name] as const),
    ...[required ?? []].flat().map((name) => ['call.headers', String(name)] as const),
    ...Object.keys(members(examples.headers)).map((name) => ['call.examples.headers', name] as const),
  ];
  for (const [path, name] of names)
    if (!headerName.test(name)) list.add(path, 'must have names of HTTP headers: letters, digits and hyphens');
}

/** Adds the faults of a well-formed call: its size, inconsistent members, and its schemas. */
function noteCallFaults(call: Call, list: FaultList): void {
  if (isTooDeep(call)) {
    list.add('call', `must not be more than ${deepest} levels deep`);
    return;
  }
  const bytes = Buffer.byteLength(JSON.stringify(call));
  if (bytes > mostBytes) {
    list.add('call', `must have at most ${mostBytes} bytes of JSON; it has ${bytes}`);
    return;
  }
  const [needed, foreign] = call.type === 'http' ? (['method', ofMcp] as const) : (['toolName', ofHttp] as const);
  if (call[needed] === undefined) list.add(`call.${needed}`, `is required when type is ${call.type}`);
  for (const name of foreign)
    if (call[name] !== undefined) list.add(`call.${name}`, `is not allowed when type is ${call.type}: remove it`);
  if (call.method === 'GET' && call.body !== undefined) list.add('call.body', 'is not allowed with GET: remove it');
  noteControlFaults(call, list);
  for (const name of schemas) if (call[name] !== undefined) noteSchemaFaults(call[name], `call.${name}`, list);
  if (call.output?.schema !== undefined) noteSchemaFaults(call.output.schema, 'call.output.schema', list);
}

const callForm = compileFaults(Call);
const isCall = (value: unknown): value is Call => value !== undefined && !callForm(value);

/** Checks the address of an icon. The client that loads the image must check the content itself. */
function iconFault(address: string): string | undefined {
  const { hostname, pathname } = new URL(address);
  if (/^\[|^[\d.]+$/.test(hostname)) return 'must have a host name, not an IP address';
  if (/\.(svgz?|x?html?|xml)$/i.test(pathname))
    return 'must be an image such as PNG or WebP: SVG and HTML may contain scripts';
  return undefined;
}

const iconForm = compileFaults(Details.properties.iconUrl);
const isAddress = (value: unknown): value is string => typeof value === 'string' && !iconForm(value);

/** Adds the faults of details that the schema of a registration cannot express. */
export function noteDetailFaults(body: object, list: FaultList): void {
  if ('call' in body && isCall(body.call)) noteCallFaults(body.call, list);
  const fault = 'iconUrl' in body && isAddress(body.iconUrl) ? iconFault(body.iconUrl) : undefined;
  if (fault) list.add('iconUrl', fault);
}
