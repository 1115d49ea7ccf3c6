import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createFront, type Server } from 'node:net';
import { challengeOf, wallet } from '@shirube/testing';
import { PaymentRequiredV1Schema } from '@x402/core/schemas';
import { HTTPFacilitatorClient } from '@x402/core/server';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import { paymentMiddleware, x402ResourceServer } from '@x402/express';
import { bazaarResourceServerExtension, declareDiscoveryExtension } from '@x402/extensions/bazaar';
import express from 'express';
import type { Test } from 'tap';

export const base = 'eip155:8453';
export const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

export interface TestHost {
  url: string;
  port: number;
  /** Method and path of every request, except those for documents. */
  requests: string[];
  /** Paths of the requested documents, in which origins declare what they sell. */
  documents: string[];
  userAgents: Set<string>;
  close(): Promise<void>;
}

const listening = (server: Server, port: number, address: string) =>
  new Promise<void>((resolve) => void server.listen(port, address, resolve));

/** Loopback addresses that `serveHost` serves, by their last numbers. */
export const hosts = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, i) => `127.0.0.${first + i}`);

/** Serves on loopback. 127.0.0.2 to 127.0.0.21 act as separate hosts. */
export async function serveHost(t: Test, listener: RequestListener, port = 0): Promise<TestHost> {
  const requests: string[] = [];
  const documents: string[] = [];
  const userAgents = new Set<string>();
  const server = createServer((request, response) => {
    if (/^\/(openapi\.json|\.well-known\/x402(\.json)?)$/.test(request.url ?? '')) documents.push(request.url ?? '');
    else requests.push(`${request.method} ${request.url}`);
    userAgents.add(request.headers['user-agent'] ?? '');
    listener(request, response);
  });
  await listening(server, port, '127.0.0.1');
  const { port: chosen } = server.address() as AddressInfo;
  const fronts = Array.from({ length: 20 }, (_, host) => ({
    front: createFront((socket) => void server.emit('connection', socket)),
    address: `127.0.0.${host + 2}`,
  }));
  await Promise.all(fronts.map(({ front, address }) => listening(front, chosen, address)));
  const close = () =>
    new Promise<void>((resolve) => {
      for (const { front } of fronts) front.close();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  t.teardown(close);
  return { url: `http://127.0.0.1:${chosen}`, port: chosen, requests, documents, userAgents, close };
}

/** A facilitator that settles nothing. Sellers only ask what it supports. */
async function startFacilitator(t: Test): Promise<string> {
  const { url } = await serveHost(t, (_request, response) => {
    const kinds = [{ x402Version: 2, scheme: 'exact', network: base }];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ kinds, extensions: ['bazaar'], signers: {} }));
  });
  return url;
}

/** A seller with the official middleware (version 2): /get, /post and /declared, which declares that it takes POST. */
export async function startSeller(t: Test, { price = '$0.01', payTo = wallet } = {}): Promise<TestHost> {
  const facilitator = new HTTPFacilitatorClient({ url: await startFacilitator(t) });
  const server = new x402ResourceServer(facilitator)
    .register(base, new ExactEvmScheme())
    .registerExtension(bazaarResourceServerExtension);
  const accepts = { scheme: 'exact', price, network: base, payTo } as const;
  const declaration = declareDiscoveryExtension({
    bodyType: 'json',
    input: { city: 'Tokyo' },
    inputSchema: { properties: { city: { type: 'string' } } },
  });
  const app = express();
  app.use(
    paymentMiddleware(
      {
        'GET /get': { accepts, description: 'By GET' },
        'POST /post': { accepts, description: 'By POST' },
        'POST /declared': { accepts, description: 'Declared', extensions: declaration },
      },
      server,
    ),
  );
  app.get('/get', (_request, response) => void response.json({ paid: true }));
  app.post(['/post', '/declared'], (_request, response) => void response.json({ paid: true }));
  return serveHost(t, app);
}

/** The challenge of a version 1 seller, validated by the official schema. */
export const challengeV1 = (changes: Record<string, unknown> = {}) =>
  JSON.stringify(PaymentRequiredV1Schema.parse(challengeOf(changes)));
