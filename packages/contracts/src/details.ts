import { Kind, type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { choice } from './choice.js';
import { HttpUrl } from './httpUrl.js';
import { Text } from './text.js';

/** A JSON Schema; whether it is one is for `noteSchemaFaults` to say. */
const JsonSchema = (of: string) => Type.Optional(Type.Unknown({ description: `JSON Schema 2020-12 of ${of}.` }));
const address = (description: string, sample: string) =>
  Type.Optional(Type.String({ ...HttpUrl, description, examples: [sample] }));
const example = (of: string) => Type.Optional(Type.Unknown({ description: `Example of ${of}.` }));

/** How a service is called. */
export const Call = Type.Object(
  {
    type: choice(['http', 'mcp'], 'http: by a request; mcp: as a tool of an MCP server at the endpoint.'),
    method: Type.Optional(choice(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], 'Of http, which needs it.')),
    pathParams: JsonSchema('an object with the placeholders in the path of the endpoint'),
    queryParams: JsonSchema('an object with the query parameters'),
    headers: JsonSchema('an object with the headers'),
    body: JsonSchema('the body; of mcp: of the arguments of the tool'),
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
        description: 'Name of the tool, of mcp, which needs it.',
        expected: 'the name of a tool, of at most 128 letters, digits, "_", ".", "/" or "-"',
      }),
    ),
    transport: Type.Optional(choice(['streamable-http', 'sse'], 'Of mcp; streamable-http when left out.')),
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
    description: 'How it is called: at most 32 kB, and 20 levels deep. A $ref stays within its schema.',
    expected: 'an object that says how the service is called',
  },
);
export type Call = Static<typeof Call>;

export const Provider = Type.Object(
  { name: Text({ minLength: 1, maxLength: 100 }), url: address('The site of the provider.', 'https://example.com') },
  { additionalProperties: false, description: 'Who offers the service.', expected: 'an object with name and url' },
);

/** What a registrant may say of a service beside what the specification asks for, short enough for lists. */
export const presentation = {
  provider: Type.Optional(Provider),
  documentationUrl: address('Where its documentation is.', 'https://docs.example.com/weather'),
  iconUrl: address('An image at a named host; not SVG, which may hold scripts.', 'https://api.example.com/icon.png'),
  tags: Type.Optional(
    Type.Array(Text({ minLength: 1, maxLength: 32 }), {
      maxItems: 10,
      uniqueItems: true,
      description: 'Words to be found by.',
      examples: [['weather', '天気']],
      expected: 'a list of at most 10 different tags',
    }),
  ),
};

/** All of it, as far as it is given: one of them at least. */
export const Details = Type.Object({ ...presentation, call: Type.Optional(Call) });
export type Details = Static<typeof Details>;

const isObject = (schema: TSchema): schema is TObject => schema[Kind] === 'Object';

/** An object with its members in the order of its schema, however it was written; what the schema does not know is left out. */
function inOrder({ properties }: TObject, value: object): object {
  const members = new Map(Object.entries(value));
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
      const member = members.get(name);
      if (member === undefined) return [];
      return [[name, isObject(schema) && member instanceof Object ? inOrder(schema, member) : member]];
    }),
  );
}

/** One way to pay that a challenge has offered. */
export const Accepted = Type.Object(
  {
    scheme: Type.String(),
    network: Type.String({ description: 'CAIP-2 id.' }),
    asset: Type.String({ description: 'Address of the coin on that network.' }),
    amount: Type.String({ description: 'In the smallest units of the asset.' }),
    payTo: Type.String(),
  },
  { description: 'One way to pay.' },
);

/** What a challenge says beside what is compared with the registration. */
export interface Observed {
  details?: Details | undefined;
  accepts?: Static<typeof Accepted>[] | undefined;
}

const Source = Type.Optional(Type.Unsafe<'observed'>(Type.String({ enum: ['observed'] })));

/** True on test networks, else left out. */
export const Testnet = Type.Optional(Type.Boolean({ description: 'On a test network: no real money.' }));

/** What the detail of a service has beside what lists have. */
export const observation = {
  accepts: Type.Optional(
    Type.Array(Accepted, {
      description: 'Every way to pay that its last challenge offered; pricing and x402Config are what is registered.',
    }),
  ),
  sources: Type.Optional(
    Type.Object(
      { provider: Source, documentationUrl: Source, iconUrl: Source, tags: Source, call: Source },
      { description: 'Which of the details are not registered but were seen in its challenge.' },
    ),
  ),
};

const Shown = Type.Object({ ...presentation, testnet: Testnet, call: Details.properties.call, ...observation });

/** What is shown of a service beside the fields of the specification, always in the same order: what is registered wins. */
export function shownDetails(registered: Details | null | undefined, observed: Observed | null, testnet: boolean) {
  const own = registered ?? {};
  const seen = Object.keys(observed?.details ?? {}).filter((name) => !(name in own));
  const shown: Static<typeof Shown> = inOrder(Shown, {
    ...observed?.details,
    ...own,
    accepts: observed?.accepts,
    testnet: testnet || undefined,
    sources: seen.length > 0 ? Object.fromEntries(seen.map((name) => [name, 'observed'])) : undefined,
  });
  return shown;
}

/** The details that are registered, of a registration or a service, always in the same order; undefined when there are none. */
export function detailsOf(source: object): Details | undefined {
  const { sources = {} } = source as { sources?: object };
  const details = Object.entries(inOrder(Details, source)).filter(([name]) => !(name in sources));
  return details.length > 0 ? Object.fromEntries(details) : undefined;
}
