import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from '@shirube/testing';

export const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';
export const solanaPayTo = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
const usdcOnBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

/** A resource as version 1 of the protocol lists it. */
export const firstVersion = (resource: string, terms: object = {}) => ({
  resource,
  type: 'http',
  x402Version: 1,
  lastUpdated: '2026-01-15T09:30:00.000Z',
  accepts: [
    {
      scheme: 'exact',
      network: 'base',
      maxAmountRequired: '10000',
      resource,
      description: 'Forecasts for any place.\r\n\u0007Hourly.',
      mimeType: 'application/json',
      payTo,
      maxTimeoutSeconds: 60,
      asset: usdcOnBase.toLowerCase(),
      extra: { name: 'USD Coin', version: '2' },
      ...terms,
    },
  ],
});

/** A resource as version 2 lists it. */
export const secondVersion = (resource: string, terms: object = {}, more: object = {}) => ({
  resource,
  type: 'http',
  x402Version: 2,
  lastUpdated: '2026-01-15T09:30:00.000Z',
  description: '明日の天気を返します。',
  serviceName: '天気予報',
  tags: ['天気', 'Weather & Climate'],
  accepts: [
    {
      scheme: 'exact',
      network: 'eip155:8453',
      amount: '2500',
      asset: usdcOnBase,
      payTo,
      maxTimeoutSeconds: 60,
      extra: {},
      ...terms,
    },
  ],
  ...more,
});

/** A facilitator that lists `items`, at most `mostOnPage` per page. It records its requests in `asked`. */
export async function startFacilitator(t: Pick<TestContext, 'teardown'>) {
  const state = {
    items: [] as object[],
    mostOnPage: 100,
    /** The number of requests that get a 503 response. */
    overloaded: 0,
    requests: [] as string[],
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://facilitator');
    state.requests.push(request.url ?? '');
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (pathname !== '/x402/discovery/resources') return send(404, { error: 'not found' });
    if (state.overloaded > 0) {
      state.overloaded -= 1;
      return send(503, { error: 'overloaded' });
    }
    const offset = Number(searchParams.get('offset'));
    const limit = Math.min(Number(searchParams.get('limit')), state.mostOnPage);
    return send(200, {
      x402Version: 2,
      items: state.items.slice(offset, offset + limit),
      pagination: { limit, offset, total: state.items.length },
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, { origin: `http://127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/x402` });
}
