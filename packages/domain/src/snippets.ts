import { type Members, members } from './members.js';

/** What of a service says how it is called. */
interface CalledService {
  endpoint: string;
  x402Config: { paymentAddress: string };
  call?: {
    type?: 'http' | 'mcp';
    method?: string;
    pathParams?: unknown;
    queryParams?: unknown;
    headers?: unknown;
    body?: unknown;
    bodyType?: 'json' | 'form-data' | 'text';
    toolName?: string;
    transport?: string;
    examples?: Partial<Record<Part, unknown>>;
  };
}

/** Code that calls a service, ready to paste. */
export interface Snippet {
  name: string;
  text: string;
}

/** Quotes any text as one word of a POSIX shell. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

type Part = 'pathParams' | 'queryParams' | 'headers' | 'body';

const ofType: Members = { number: 1, integer: 1, boolean: true, array: [], object: {} };

/** Returns a plausible value for a schema, from its default, enum, examples or type. */
function sample(name: string, schema: unknown): unknown {
  const { default: usual, const: only, enum: some, examples, type } = members(schema);
  const [first] = [usual, only, ...[some ?? []].flat(), ...[examples ?? []].flat()].filter(
    (value) => value !== undefined,
  );
  return first ?? ofType[String(type)] ?? name;
}

/** Returns the example of a part, or else one with the members that its schema requires. */
function exampleOf({ call }: CalledService, part: Part): unknown {
  const example = call?.examples?.[part];
  if (example !== undefined || call?.[part] === undefined) return example;
  const { properties, required } = members(call[part]);
  const schemas = members(properties);
  return Object.fromEntries(
    [required ?? []].flat().map((name) => [String(name), sample(String(name), schemas[String(name)])]),
  );
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const texts = (value: unknown): [string, string][] =>
  Object.entries(members(value)).map(([name, member]) => [name, asText(member)]);

/** Returns headers as they can be sent: on one line each, even if they come from a schema or an earlier version. */
const headerLines = (value: unknown): [string, string][] =>
  texts(value).map(([name, text]) => [
    name.replace(/[^!#$%&'*+.^_`|~0-9A-Za-z-]/g, ''),
    text.replace(/\p{Cc}+/gu, ' '),
  ]);

/** Returns the request that calls a service with its own examples. */
function requestOf(service: CalledService) {
  const { method = 'GET', bodyType = 'json' } = service.call ?? {};
  const path = texts(exampleOf(service, 'pathParams')).reduce(
    (url, [name, value]) => url.replaceAll(`{${name}}`, encodeURIComponent(value)),
    service.endpoint,
  );
  const query = new URLSearchParams(texts(exampleOf(service, 'queryParams'))).toString();
  const body = exampleOf(service, 'body');
  const type = { json: 'application/json', text: 'text/plain', 'form-data': undefined }[bodyType];
  return {
    method,
    url: query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
    headers: [
      ...(body !== undefined && type ? [['content-type', type] as [string, string]] : []),
      ...headerLines(exampleOf(service, 'headers')),
    ],
    form: bodyType === 'form-data' ? texts(body) : [],
    body:
      body === undefined || bodyType === 'form-data'
        ? undefined
        : bodyType === 'json'
          ? JSON.stringify(body)
          : asText(body),
  };
}

type CallRequest = ReturnType<typeof requestOf>;

const curl = ({ method, url, headers, form, body }: CallRequest): string =>
  [
    `curl -i${method === 'GET' ? '' : ` -X ${method}`} ${shellQuote(url)}`,
    ...headers.map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...form.map(([name, value]) => `--form-string ${shellQuote(`${name}=${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${shellQuote(body)}`]),
  ].join(' \\\n  ');

function typeScript({ method, url, headers, form, body }: CallRequest): string {
  const filled = `Object.entries(${JSON.stringify(Object.fromEntries(form))})`;
  const options = [
    `method: ${JSON.stringify(method)}`,
    ...(headers.length > 0 ? [`headers: ${JSON.stringify(Object.fromEntries(headers))}`] : []),
    ...(form.length > 0 ? ['body: form'] : []),
    ...(body === undefined ? [] : [`body: ${JSON.stringify(body)}`]),
  ];
  return `// npm install @x402/fetch @x402/evm viem
import { ExactEvmScheme } from '@x402/evm';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';

const account = privateKeyToAccount(process.env.PRIVATE_KEY as \`0x\${string}\`);
const schemes = [{ network: 'eip155:*' as const, client: new ExactEvmScheme(account) }];
const paidFetch = wrapFetchWithPaymentFromConfig(fetch, { schemes });
${form.length > 0 ? `const form = new FormData();\nfor (const [name, value] of ${filled}) form.append(name, value);\n` : ''}
const response = await paidFetch(${JSON.stringify(url)}, {
  ${options.join(',\n  ')},
});
console.log(response.status, await response.text());`;
}

// Python reads the escapes of JSON in the same way.
const python = ({ method, url, headers, form, body }: CallRequest): string => `# pip install "x402[httpx,evm]"
import asyncio, os
from eth_account import Account
from x402 import x402Client
from x402.http.clients import x402HttpxClient
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact.register import register_exact_evm_client

async def main():
    client = x402Client()
    register_exact_evm_client(client, EthAccountSigner(Account.from_key(os.environ["PRIVATE_KEY"])))
    async with x402HttpxClient(client) as http:
        response = await http.request(
            ${[
              JSON.stringify(method),
              JSON.stringify(url),
              `headers=${JSON.stringify(Object.fromEntries(headers))}`,
              ...(form.length > 0
                ? [
                    `files={${form.map(([name, value]) => `${JSON.stringify(name)}: (None, ${JSON.stringify(value)})`).join(', ')}}`,
                  ]
                : []),
              ...(body === undefined ? [] : [`content=${JSON.stringify(body)}.encode()`]),
            ].join(',\n            ')},
        )
        print(response.status_code, response.text)

asyncio.run(main())`;

/** The configuration of an MCP client. */
const mcp = (name: string, url: string, type: string): string =>
  JSON.stringify({ mcpServers: { [name]: { type, url } } }, null, 2);

/** Whether the service is paid with an EVM key, which the scripts use. */
const isEvm = ({ x402Config }: CalledService): boolean => /^0x[0-9a-f]{40}$/i.test(x402Config.paymentAddress);

/**
 * Returns snippets that call a service, or that connect to the server of its tool. `origin` is the address of the
 * directory, for clients elsewhere.
 */
export function snippets(service: CalledService, origin?: string): Snippet[] {
  const { type = 'http', toolName = '', transport } = service.call ?? {};
  if (type === 'mcp')
    return [{ name: 'MCP', text: mcp(toolName, service.endpoint, transport === 'sse' ? 'sse' : 'http') }];
  const request = requestOf(service);
  return [
    { name: 'curl', text: curl(request) },
    ...(isEvm(service)
      ? [
          { name: 'TypeScript', text: typeScript(request) },
          { name: 'Python', text: python(request) },
        ]
      : []),
    ...(origin === undefined ? [] : [{ name: 'MCP', text: mcp('shirube', `${origin}/mcp`, 'http') }]),
  ];
}
