import { listedTerms } from './assets.js';
import { type Members, members } from './members.js';
import { findNetwork } from './networks.js';

/** What of a service says how it is called. */
interface CalledService {
  endpoint: string;
  pricing: { currency: string; pricePerRequest: string };
  x402Config: { paymentAddress: string; network: string };
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
  const { method, bodyType = 'json' } = service.call ?? {};
  const path = texts(exampleOf(service, 'pathParams')).reduce(
    (url, [name, value]) => url.replaceAll(`{${name}}`, encodeURIComponent(value)),
    service.endpoint,
  );
  const query = new URLSearchParams(texts(exampleOf(service, 'queryParams'))).toString();
  const body = exampleOf(service, 'body');
  const type = { json: 'application/json', text: 'text/plain', 'form-data': undefined }[bodyType];
  return {
    method: method ?? 'GET',
    /** Comes before the call. */
    note: method
      ? ''
      : 'The method of this service is not known: this assumes GET. If the answer is not 402, use POST.',
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

const curl = ({ method, note, url, headers, form, body }: CallRequest): string =>
  [
    `${note && `# ${note}\n`}curl -i${method === 'GET' ? '' : ` -X ${method}`} ${shellQuote(url)}`,
    ...headers.map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...form.map(([name, value]) => `--form-string ${shellQuote(`${name}=${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${shellQuote(body)}`]),
  ].join(' \\\n  ');

/** The registered payment as the scripts compare it with an offer, and in words. */
function limitsOf(service: CalledService) {
  const terms = listedTerms(service);
  if (!terms || !/^0x[0-9a-f]{40}$/i.test(terms.payTo)) return undefined;
  const { network, coin, payTo, amount } = terms;
  const { pricePerRequest, currency } = service.pricing;
  return {
    listed: { network, asset: coin.address, payTo, amount },
    // The first version of x402 has names for networks.
    networks: [network, findNetwork(network)?.name ?? network],
    words: `Pays at most the listed ${pricePerRequest} ${currency}. Refuses every other payment before it is signed.`,
  };
}

type Limits = NonNullable<ReturnType<typeof limitsOf>>;

function typeScript({ method, note, url, headers, form, body }: CallRequest, { listed, words }: Limits): string {
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

// ${words}
const listed = ${JSON.stringify(listed, null, 2)};
const differences = (offer: typeof listed) =>
  (['network', 'asset', 'payTo', 'amount'] as const)
    .filter((term) =>
      term === 'amount'
        ? BigInt(offer.amount) > BigInt(listed.amount)
        : offer[term].toLowerCase() !== listed[term].toLowerCase(),
    )
    .map((term) => \`\${term} \${offer[term]} instead of \${listed[term]}\`);

const account = privateKeyToAccount(process.env.PRIVATE_KEY as \`0x\${string}\`);
const paidFetch = wrapFetchWithPaymentFromConfig(fetch, {
  schemes: [{ network: 'eip155:*', client: new ExactEvmScheme(account) }],
  spendControls: false, // The policy is stricter.
  policies: [
    (_version, offers) => {
      const asListed = offers.filter((offer) => differences(offer).length === 0);
      if (asListed.length > 0) return asListed;
      throw new Error(\`not as listed: \${offers.flatMap(differences).join(', ')}\`);
    },
  ],
});
${form.length > 0 ? `const form = new FormData();\nfor (const [name, value] of ${filled}) form.append(name, value);\n` : ''}
${note && `// ${note}\n`}const response = await paidFetch(${JSON.stringify(url)}, {
  ${options.join(',\n  ')},
});
console.log(response.status, await response.text());`;
}

// Python reads the escapes of JSON in the same way.
const python = (
  { method, note, url, headers, form, body }: CallRequest,
  { listed, networks, words }: Limits,
): string => `# pip install "x402[httpx,evm]"
import asyncio, os
from eth_account import Account
from x402 import x402Client
from x402.http.clients import x402HttpxClient
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact.register import register_exact_evm_client

# ${words}
NETWORKS = ${JSON.stringify([...new Set(networks)])}
ASSET = ${JSON.stringify(listed.asset)}
PAY_TO = ${JSON.stringify(listed.payTo)}
AMOUNT = ${listed.amount}

def differences(offer):
    asked = {
        f"network {offer.network} instead of {NETWORKS[0]}": offer.network not in NETWORKS,
        f"asset {offer.asset} instead of {ASSET}": offer.asset.lower() != ASSET.lower(),
        f"payTo {offer.pay_to} instead of {PAY_TO}": offer.pay_to.lower() != PAY_TO.lower(),
        f"amount {offer.get_amount()} instead of {AMOUNT}": int(offer.get_amount()) > AMOUNT,
    }
    return [difference for difference, is_other in asked.items() if is_other]

def only_as_listed(version, offers):
    as_listed = [offer for offer in offers if not differences(offer)]
    if not as_listed:
        raise ValueError("not as listed: " + ", ".join(sum(map(differences, offers), [])))
    return as_listed

async def main():
    client = x402Client().set_spend_controls(False)  # The policy is stricter.
    signer = EthAccountSigner(Account.from_key(os.environ["PRIVATE_KEY"]))
    register_exact_evm_client(client, signer, policies=[only_as_listed])
    async with x402HttpxClient(client) as http:
${note && `        # ${note}\n`}        response = await http.request(
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

/**
 * Returns snippets that call a service, or that connect to the server of its tool. There are scripts only for payments
 * with an EVM key in a known coin: they refuse to sign anything else than the registered payment.
 */
export function snippets(service: CalledService): Snippet[] {
  const { type = 'http', toolName = '', transport } = service.call ?? {};
  if (type === 'mcp')
    return [{ name: 'MCP', text: mcp(toolName, service.endpoint, transport === 'sse' ? 'sse' : 'http') }];
  const request = requestOf(service);
  const limits = limitsOf(service);
  return [
    { name: 'curl', text: curl(request) },
    ...(limits
      ? [
          { name: 'TypeScript', text: typeScript(request, limits) },
          { name: 'Python', text: python(request, limits) },
        ]
      : []),
  ];
}
