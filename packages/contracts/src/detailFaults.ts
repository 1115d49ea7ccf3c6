import { compileFaults } from './compileFaults.js';
import { Call, Details } from './details.js';
import type { FaultList } from './faults.js';
import { noteSchemaFaults } from './jsonSchemaFaults.js';

const mostBytes = 32 * 1024;
const deepest = 20;
const schemas = ['pathParams', 'queryParams', 'headers', 'body'] as const;
const ofHttp = ['method', 'pathParams', 'queryParams', 'headers', 'bodyType'] as const;
const ofMcp = ['toolName', 'transport'] as const;

/** What keeps a value from being stored: how deep it is, or a character that no database takes. */
function contentFault(value: unknown, levels = deepest): string | undefined {
  if (typeof value === 'string')
    return value.isWellFormed() && !value.includes('\0') ? undefined : 'must not hold U+0000 or half a surrogate pair';
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return `must not be more than ${deepest} levels deep`;
  for (const entry of Object.entries(value)) {
    const fault = contentFault(entry[0], 0) ?? contentFault(entry[1], levels - 1);
    if (fault) return fault;
  }
  return undefined;
}

/** Notes what is wrong with a call of the right form: its size, what does not go together, and its schemas. */
function noteCallFaults(call: Call, list: FaultList): void {
  const fault = contentFault(call);
  const bytes = fault ? 0 : Buffer.byteLength(JSON.stringify(call));
  if (fault || bytes > mostBytes) {
    list.add('call', fault ?? `must have at most ${mostBytes} bytes of JSON; it has ${bytes}`);
    return;
  }
  const [needed, foreign] = call.type === 'http' ? (['method', ofMcp] as const) : (['toolName', ofHttp] as const);
  if (call[needed] === undefined) list.add(`call.${needed}`, `is required where type is ${call.type}`);
  for (const name of foreign)
    if (call[name] !== undefined) list.add(`call.${name}`, `does not go with the type ${call.type}: remove it`);
  if (call.method === 'GET' && call.body !== undefined) list.add('call.body', 'does not go with GET: remove it');
  for (const name of schemas) if (call[name] !== undefined) noteSchemaFaults(call[name], `call.${name}`, list);
  if (call.output?.schema !== undefined) noteSchemaFaults(call.output.schema, 'call.output.schema', list);
}

const callForm = compileFaults(Call);
const isCall = (value: unknown): value is Call => value !== undefined && !callForm(value);

/** Whether an address may be one of an image; what is sent from there is for who asks for it to say. */
function iconFault(address: string): string | undefined {
  const { hostname, pathname } = new URL(address);
  if (/^\[|^[\d.]+$/.test(hostname)) return 'must have the name of a host, not its number';
  if (/\.(svgz?|x?html?|xml)$/i.test(pathname))
    return 'must be an image such as PNG or WebP: SVG and HTML may hold scripts';
  return undefined;
}

const iconForm = compileFaults(Details.properties.iconUrl);
const isAddress = (value: unknown): value is string => typeof value === 'string' && !iconForm(value);

/** Notes what the schema of a registration cannot say of its details. */
export function noteDetailFaults(body: object, list: FaultList): void {
  if ('call' in body && isCall(body.call)) noteCallFaults(body.call, list);
  const fault = 'iconUrl' in body && isAddress(body.iconUrl) ? iconFault(body.iconUrl) : undefined;
  if (fault) list.add('iconUrl', fault);
}
