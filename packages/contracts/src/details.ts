import { endpointHost, hostNames, isTestNetwork, priceOfOffer } from '@shirube/domain';
import { Kind, type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { choice } from './fieldTypes.js';
import { HttpUrl } from './httpUrl.js';
import { Text } from './text.js';

/** A JSON Schema. `noteSchemaFaults` checks whether it is valid. */
const JsonSchema = (of: string) => Type.Optional(Type.Unknown({ description: `JSON Schema 2020-12 of ${of}.` }));
const address = (description: string, sample: string) =>
  Type.Optional(Type.String({ ...HttpUrl, description, examples: [sample] }));
const example = (of: string) => Type.Optional(Type.Unknown({ description: `Example of ${of}.` }));

/** How to call a service. */
export const Call = Type.Object(
  {
    type: choice(['http', 'mcp'], 'http: by a request; mcp: as a tool of an MCP server at the endpoint.'),
    method: Type.Optional(choice(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], 'Required for http.')),
    pathParams: JsonSchema('an object with the placeholders in the path of the endpoint'),
    queryParams: JsonSchema('an object with the query parameters'),
    headers: JsonSchema('an object with the headers'),
    body: JsonSchema('the body; for mcp: of the arguments of the tool'),
    bodyType: Type.Optional(choice(['json', 'form-data', 'text'], 'How the body is sent; json when left out.')),
    output: Type.Optional(
      Type.Object(
        {
          mediaType: Type.Optional(
            Type.String({
              pattern: '^[a-zA-Z0-9!#$&^_.+-]{1,64}/[a-zA-Z0-9!#$&^_.+-]{1,64}$',
              examples: ['application/json'],
              expected: 'a media type such as "application/json"',
            }),
          ),
          schema: JsonSchema('the answer'),
          example: example('an answer'),
        },
        { additionalProperties: false, expected: 'an object with mediaType, schema or example' },
      ),
    ),
    toolName: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_./-]{1,128}$',
        description: 'Name of the tool; required for mcp.',
        expected: 'the name of a tool, of at most 128 letters, digits, "_", ".", "/" or "-"',
      }),
    ),
    transport: Type.Optional(choice(['streamable-http', 'sse'], 'For mcp; streamable-http when left out.')),
    examples: Type.Optional(
      Type.Object(
        {
          pathParams: example('the placeholders'),
          queryParams: example('the query parameters'),
          headers: example('the headers'),
          body: example('the body, or of the arguments of the tool'),
        },
        { additionalProperties: false, expected: 'an object with pathParams, queryParams, headers or body' },
      ),
    ),
  },
  {
    additionalProperties: false,
    description: 'How to call it: at most 32 kB, and 20 levels deep. A $ref must point into the same schema.',
    expected: 'an object that says how to call the service',
  },
);
export type Call = Static<typeof Call>;

export const Provider = Type.Object(
  { name: Text({ minLength: 1, maxLength: 100 }), url: address('The site of the provider.', 'https://example.com') },
  { additionalProperties: false, description: 'Who offers the service.', expected: 'an object with name and url' },
);

/** Optional details of a registration beyond the specification that are short enough for lists. */
export const presentation = {
  provider: Type.Optional(Provider),
  documentationUrl: address('Where its documentation is.', 'https://docs.example.com/weather'),
  iconUrl: address('An image at a named host; not SVG, which may contain scripts.', 'https://api.example.com/icon.png'),
  tags: Type.Optional(
    Type.Array(Text({ minLength: 1, maxLength: 32 }), {
      maxItems: 10,
      uniqueItems: true,
      description: 'Words by which searches find it.',
      examples: [['weather', '天気']],
      expected: 'a list of at most 10 different tags',
    }),
  ),
};

/** All optional details. At least one of them is present. */
export const Details = Type.Object({ ...presentation, call: Type.Optional(Call) });
export type Details = Static<typeof Details>;

const isObject = (schema: TSchema): schema is TObject => schema[Kind] === 'Object';

/** Returns an object with its members in the order of its schema. Unknown members are dropped. */
function inOrder({ properties }: TObject, value: object): object {
  const members = new Map(Object.entries(value));
  const ordered: Record<string, unknown> = {};
  if (members.size === 0) return ordered;
  for (const [name, schema] of Object.entries(properties)) {
    const member = members.get(name);
    if (member === undefined) continue;
    ordered[name] = isObject(schema) && member instanceof Object ? inOrder(schema, member) : member;
  }
  return ordered;
}

/** One way to pay that a challenge has offered. */
export const Accepted = Type.Object(
  {
    scheme: Type.String(),
    network: Type.String({ description: 'CAIP-2 id.' }),
    asset: Type.String({ description: 'Address of the coin on that network.' }),
    amount: Type.String({ description: 'In the smallest units of the asset.' }),
    payTo: Type.String(),
    price: Type.Optional(Type.String({ description: 'The amount as a plain decimal, if the coin is known.' })),
    currency: Type.Optional(Type.String({ description: 'The coin, if it is known.' })),
    testnet: Type.Optional(Type.Boolean({ description: 'On a test network: no real money.' })),
  },
  { description: 'One way to pay.' },
);
export type Accepted = Static<typeof Accepted>;

/** Returns a way to pay as it is shown: with its price and currency, and whether it is on a test network. */
export const visibleOption = ({ scheme, network, asset, amount, payTo }: Accepted): Accepted => ({
  scheme,
  network,
  asset,
  amount,
  payTo,
  ...priceOfOffer({ network, asset, amount }),
  ...(isTestNetwork(network) ? { testnet: true } : {}),
});

/** What checks observed of a service, apart from the terms that are compared with the registration. */
export interface Observed {
  /** From its challenge. */
  details?: Details | undefined;
  /** From the documents in which its origin describes what it sells. The challenge takes precedence. */
  manifest?: Details | undefined;
  /** What these documents say that it does. */
  summary?: string | undefined;
  accepts?: Accepted[] | undefined;
}

const Source = Type.Optional(choice(['registered', 'observed']));

/** True on test networks, omitted otherwise. */
export const HostKind = Type.Optional(
  choice(['tunnel', 'staging'], 'Absent if its host is meant to stay. tunnel: lent for an hour; staging: for tests.'),
);
export const Testnet = Type.Optional(Type.Boolean({ description: 'On a test network: no real money.' }));

/** The properties of a service detail that lists do not have. */
export const observation = {
  accepts: Type.Optional(
    Type.Array(Accepted, {
      description: 'Every way to pay that its last challenge offered; pricing and x402Config have the registered one.',
    }),
  ),
  sources: Type.Optional(
    Type.Object(
      { provider: Source, documentationUrl: Source, iconUrl: Source, tags: Source, call: Source },
      {
        description:
          'Where each detail comes from: registered, or observed in its challenge or in the documents of its origin.',
      },
    ),
  ),
};

const VisibleDetails = Type.Object({
  ...presentation,
  testnet: Testnet,
  hostKind: HostKind,
  call: Details.properties.call,
  ...observation,
});

/** Merges the observed details of a service. The challenge takes precedence over documents, because it is live. */
export const observedDetails = (observed: Observed | null): Details => ({
  ...observed?.manifest,
  ...observed?.details,
});

/**
 * Returns the details of a service that are shown beyond the fields of the specification, in a stable order. Registered
 * details take precedence over observed ones.
 */
export function visibleDetails(
  registered: Details | null | undefined,
  observed: Observed | null,
  { network, endpoint }: { network: string; endpoint: string },
) {
  const own = registered ?? {};
  const details = { ...observedDetails(observed), ...own };
  const sources = Object.keys(details).map((name) => [name, name in own ? 'registered' : 'observed']);
  const result: Static<typeof VisibleDetails> = inOrder(VisibleDetails, {
    ...details,
    accepts: observed?.accepts?.map(visibleOption),
    testnet: isTestNetwork(network) || undefined,
    hostKind: hostNames(endpointHost(endpoint)).kind,
    sources: sources.length > 0 ? Object.fromEntries(sources) : undefined,
  });
  return result;
}

/** Returns the registered details of a registration or a service in a stable order, or undefined if it has none. */
export function detailsOf(source: object): Details | undefined {
  const { sources = {} } = source as { sources?: Record<string, string> };
  const details = Object.entries(inOrder(Details, source)).filter(([name]) => sources[name] !== 'observed');
  return details.length > 0 ? Object.fromEntries(details) : undefined;
}
