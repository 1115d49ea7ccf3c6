import type { AddressInfo, Server } from 'node:net';
import { wallet } from '@shirube/testing';
import { HTTPFacilitatorClient } from '@x402/core/server';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import { paymentMiddleware, x402ResourceServer } from '@x402/express';
import express, { type Express } from 'express';
import type { Test } from 'tap';

const network = 'eip155:8453';

/** The key of a wallet that owns nothing. */
export const PRIVATE_KEY = `0x${'1'.padStart(64, '0')}`;

/** A settlement request to the facilitator. */
export interface Paid {
  paymentPayload: { payload: { authorization: { from: string } } };
  paymentRequirements: { payTo: string; asset: string; amount: string };
}

async function listen(t: Test, app: Express): Promise<string> {
  const server: Server = await new Promise((resolve) => {
    const started = app.listen(0, '127.0.0.1', () => resolve(started));
  });
  t.teardown(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A facilitator that accepts every payment and transfers nothing. */
function facilitator(paid: Paid[]): Express {
  const app = express().use(express.json());
  const payer = wallet;
  app.get('/supported', (_request, response) => {
    response.json({ kinds: [{ x402Version: 2, scheme: 'exact', network }], extensions: [], signers: {} });
  });
  app.post('/verify', (_request, response) => void response.json({ isValid: true, payer }));
  app.post('/settle', ({ body }, response) => {
    paid.push(body);
    response.json({ success: true, payer, network, transaction: `0x${'a'.repeat(64)}` });
  });
  return app;
}

/** A seller built with the official middleware that echoes what it receives. */
export async function startSeller(t: Test) {
  const paid: Paid[] = [];
  const server = new x402ResourceServer(
    new HTTPFacilitatorClient({ url: await listen(t, facilitator(paid)) }),
  ).register(network, new ExactEvmScheme());
  const accepts = { scheme: 'exact', price: '$0.01', network, payTo: wallet } as const;
  const app = express();
  app.use(paymentMiddleware({ 'POST /forecast/*': { accepts }, 'GET /plain': { accepts } }, server));
  app.use(express.json());
  app.post('/forecast/:place', ({ params, query, headers, body }, response) => {
    response.json({ place: params.place, units: query.units, note: headers['x-note'], body });
  });
  app.get('/plain', ({ query }, response) => void response.json({ plain: true, ...query }));
  return { url: await listen(t, app), paid };
}
