import type { TSchema } from '@sinclair/typebox';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const id = '01a1e645-6f5e-759e-b016-a7c705654848';
const account = '01a1e645-70aa-7c1e-9d1f-3b0d5c2f8e11';
const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';

/** What members have in examples, by name, unless their schema states an example. */
const samples: Record<string, string | number> = {
  ...{
    id,
    serviceId: id,
    retried: id,
    subject: id,
    accountId: account,
    name: 'ClimateVault',
    serviceName: 'ClimateVault',
  },
  description: 'Daily weather records of 40,000 stations since 1950.',
  ...{
    endpoint: 'https://api.example.com/weather',
    resource: 'https://api.example.com/weather',
    host: 'api.example.com',
  },
  ...{
    url: 'https://owner.example.com/hook',
    source: 'Shirube',
    category: 'weather',
    label: 'Weather',
    tags: 'weather',
  },
  ...{ currency: 'USDC', pricePerRequest: '0.01', price: '0.01', amount: '10000', scheme: 'exact' },
  ...{ asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', payTo, paymentAddress: payTo },
  ...{ network: 'eip155:8453', chain: 'base', supportedChains: 'base', maxTimeoutSeconds: 60 },
  ...{
    trustScore: 80,
    uptimeScore: 99.72,
    uptime: 99.72,
    minTrust: 50,
    minUptime: 99,
    responseMs: 120,
    slowestMs: 480,
  },
  ...{
    limit: 20,
    total: 128,
    count: 12,
    checks: 24,
    medianMs: 120,
    totalRevenue: 1.28,
    value: 0.95,
    weight: 40,
    points: 38,
  },
  ...{
    query: 'weather forecast',
    tokens: 'weather',
    matchedTokens: 'weather',
    matchedWords: 'forecast',
    notUnderstood: 'soon',
    score: 0.92,
  },
  ...{ code: 'no_challenge', message: 'It answers without asking for payment: answer unpaid requests with 402.' },
  messageJa: '支払いを求めずに応答しています。支払いのないリクエストには402を返してください。',
  ...{
    reason: 'Its description is about weather.',
    comment: 'It answers 500.',
    text: "curl -i 'https://api.example.com/weather'",
  },
  ...{ key: 'shk_…', token: 'shirube-…', secret: 'whsec_…', scopes: 'services:write', contact: 'owner@example.com' },
  ...{ fields: 'pricing.pricePerRequest', cursor: '0a1b2c3d.1024.3', path: 'amount', lastError: 'It answered 500.' },
  ...{ actor: 'key CI', action: 'services hide', node: 'main', type: 'service.status' },
};

const simplest: Record<string, Json> = { boolean: false, integer: 0, number: 0, string: 'text', null: null };

/**
 * Returns an example of what a schema describes: the one that it states, or one made of the examples of its parts.
 * Optional members are left out unless they state an example.
 */
export function exampleOf(schema: TSchema, name = ''): Json {
  const { examples, const: only, default: usual, enum: values, anyOf, type, properties, required = [], items } = schema;
  const stated = [examples?.[0], only, usual, values?.[0]].find((value) => value !== undefined);
  if (stated !== undefined) return stated;
  if (anyOf) return exampleOf(anyOf[0], name);
  if (type === 'array') return [exampleOf(items, name)];
  if (type !== 'object') {
    const sample = samples[name];
    return sample !== undefined && (typeof sample === 'string') === (type === 'string')
      ? sample
      : (simplest[type] ?? {});
  }
  const members = Object.entries<TSchema>(properties ?? {});
  return Object.fromEntries(
    members
      .filter(([member, form]) => required.includes(member) || form.examples !== undefined)
      .map(([member, form]) => [member, exampleOf(form, member)]),
  );
}
