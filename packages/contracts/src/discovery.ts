import { findAssetByAddress, listedTerms } from '@shirube/domain';
import { type Static, Type } from '@sinclair/typebox';
import { toBazaar } from './bazaar.js';
import { Chain } from './chain.js';
import { Testnet } from './details.js';
import { choice, nullable } from './fieldTypes.js';
import { Limit, Offset, QueryText } from './listQuery.js';
import { type Service, type ServiceDetail, ServiceStatus, Timestamp } from './service.js';

/** How to pay for a service, in the form of x402 version 2. */
export const PaymentOption = Type.Object({
  scheme: Type.String(),
  network: Type.Unsafe<`${string}:${string}`>(Type.String({ description: 'CAIP-2 id.' })),
  amount: Type.String({ description: 'In the smallest units of the asset.' }),
  asset: Type.String({ description: 'Address of the coin on that network.' }),
  payTo: Type.String(),
  maxTimeoutSeconds: Type.Integer(),
  extra: Type.Record(Type.String(), Type.Unknown(), {
    description: 'For coins of EVM networks: the name and version that a signature is bound to.',
  }),
});
export type PaymentOption = Static<typeof PaymentOption>;

export const DiscoveryResource = Type.Object({
  resource: Type.String({ description: 'The endpoint of the service.' }),
  type: choice(['http', 'mcp'], 'Kind of the resource.'),
  x402Version: Type.Literal(2),
  accepts: Type.Array(PaymentOption),
  lastUpdated: Timestamp,
  description: Type.String(),
  serviceName: Type.String(),
  mimeType: Type.Optional(Type.String()),
  tags: Type.Array(Type.String(), { description: 'Its category and its tags.' }),
  iconUrl: Type.Optional(Type.String()),
  extensions: Type.Object({
    shirube: Type.Object(
      {
        id: Type.String(),
        status: ServiceStatus,
        trustScore: Type.Integer({ minimum: 0, maximum: 100 }),
        testnet: Testnet,
      },
      { description: 'What this directory knows about it.' },
    ),
    bazaar: Type.Optional(Type.Unknown({ description: 'How to call it: `info`, an example, and its `schema`.' })),
  }),
});
export type DiscoveryResource = Static<typeof DiscoveryResource>;

const PayTo = Type.String({
  pattern: '^[!-~]{8,128}$',
  description: 'Only services that are paid to this address. Upper and lower case do not matter on EVM networks.',
  expected: 'an address of 8 to 128 printable characters without spaces',
});

const filters = {
  type: Type.Optional(choice(['http', 'mcp'], 'Kind of the resource.')),
  payTo: Type.Optional(PayTo),
  scheme: Type.Optional(
    Type.String({
      pattern: '^[a-z][a-z0-9-]{0,63}$',
      description: 'Payment scheme. Only exact finds services.',
      expected: 'the name of a payment scheme, such as exact',
    }),
  ),
  network: Type.Optional(Chain),
  extensions: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_.-]{1,64}(,[A-Za-z0-9_.-]{1,64}){0,9}$',
      description:
        'Only resources with all of these extensions, separated by commas: shirube, which all resources have, and bazaar, which is not applied as a filter.',
      expected: 'names of extensions, separated by commas',
    }),
  ),
};

export const DiscoveryListQuery = Type.Object(
  { ...filters, limit: Type.Optional(Limit), offset: Type.Optional(Offset) },
  { additionalProperties: false },
);
export type DiscoveryListQuery = Static<typeof DiscoveryListQuery>;

export const DiscoveryMerchantQuery = Type.Object(
  { payTo: PayTo, limit: Type.Optional(Limit), offset: Type.Optional(Offset) },
  { additionalProperties: false },
);
export type DiscoveryMerchantQuery = Static<typeof DiscoveryMerchantQuery>;

export const DiscoverySearchQuery = Type.Object(
  {
    query: QueryText,
    ...filters,
    limit: Type.Optional(Limit),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Where the page starts: `pagination.cursor` of the previous page.',
        expected: 'the cursor of a page with the same query and filters',
      }),
    ),
  },
  { additionalProperties: false },
);
export type DiscoverySearchQuery = Static<typeof DiscoverySearchQuery>;

export const DiscoveryList = Type.Object({
  x402Version: Type.Literal(2),
  unappliedFilters: Type.Optional(
    Type.Array(Type.String(), { description: 'Parameters by which the resources are not filtered.' }),
  ),
  items: Type.Array(DiscoveryResource, { description: 'In the order of registration, test networks last.' }),
  pagination: Type.Object({
    limit: Type.Integer(),
    offset: Type.Integer(),
    total: Type.Integer({ description: 'Exact.' }),
  }),
});
export type DiscoveryList = Static<typeof DiscoveryList>;

export const DiscoveryMerchant = Type.Object({
  x402Version: Type.Literal(2),
  payTo: Type.String(),
  resources: Type.Array(DiscoveryResource, { description: 'In the order of registration, test networks last.' }),
  pagination: DiscoveryList.properties.pagination,
});

export const DiscoverySearchResult = Type.Object({
  x402Version: Type.Literal(2),
  unappliedFilters: DiscoveryList.properties.unappliedFilters,
  resources: Type.Array(DiscoveryResource, { description: 'Best match first.' }),
  partialResults: Type.Boolean({
    description: 'Whether there may be more results than the 1,000 that can be paged through.',
  }),
  pagination: Type.Object({
    limit: Type.Integer(),
    cursor: nullable(Type.String(), 'null on the last page.'),
  }),
});
export type DiscoverySearchResult = Static<typeof DiscoverySearchResult>;

/** The time that servers wait for a payment by default, as the protocol defines it. */
const maxTimeoutSeconds = 60;

/**
 * Returns how to pay for a service. Returns undefined if its coin is not known on its network, or if its price has more
 * decimals than the coin.
 */
export function paymentOption(service: Service): PaymentOption | undefined {
  const terms = listedTerms(service);
  if (!terms) return undefined;
  const [namespace, reference] = terms.network.split(':');
  return {
    scheme: 'exact',
    network: `${namespace}:${reference}`,
    amount: terms.amount,
    asset: terms.coin.address,
    payTo: terms.payTo,
    maxTimeoutSeconds,
    extra: terms.coin.domain ?? {},
  };
}

/** Whether the discovery protocol lists a service: it can be paid for and is not inactive. */
export const isDiscoverable = (service: Service): boolean =>
  service.status !== 'inactive' && paymentOption(service) !== undefined;

/**
 * Returns the key by which payment addresses are compared. EVM addresses are case-insensitive. Others are encoded as
 * hex, because search engines ignore case.
 */
export const paymentAddressKey = (address: string): string =>
  /^0x[0-9a-f]{40}$/i.test(address)
    ? address.toLowerCase()
    : Array.from(address, (character) => character.charCodeAt(0).toString(16)).join('');

/** Returns every way to pay for a service: the registered one, and the others that its last challenge offered. */
function paymentOptions(service: ServiceDetail): PaymentOption[] {
  const registered = paymentOption(service);
  const others = (service.accepts ?? []).flatMap(({ scheme, network, asset, amount, payTo }): PaymentOption[] => {
    const [namespace, reference] = network.split(':');
    const coin = findAssetByAddress(network, asset);
    const isRegistered =
      scheme === registered?.scheme && network === registered.network && coin?.address === registered.asset;
    if (isRegistered || !namespace || !reference) return [];
    return [
      {
        scheme,
        network: `${namespace}:${reference}`,
        amount,
        asset,
        payTo,
        maxTimeoutSeconds,
        extra: coin?.domain ?? {},
      },
    ];
  });
  return [...(registered ? [registered] : []), ...others];
}

/** A service as clients of the discovery protocol see it. */
export const discoveryResource = (service: ServiceDetail): DiscoveryResource => ({
  resource: service.endpoint,
  type: service.call?.type ?? 'http',
  x402Version: 2,
  accepts: paymentOptions(service),
  lastUpdated: service.updatedAt,
  description: service.description,
  serviceName: service.name,
  ...(service.call?.output?.mediaType ? { mimeType: service.call.output.mediaType } : {}),
  tags: [service.category, ...(service.tags ?? [])],
  ...(service.iconUrl ? { iconUrl: service.iconUrl } : {}),
  extensions: {
    shirube: {
      id: service.id,
      status: service.status,
      trustScore: service.trustScore,
      ...(service.testnet ? { testnet: true } : {}),
    },
    ...(service.call ? { bazaar: toBazaar(service.call) } : {}),
  },
});
