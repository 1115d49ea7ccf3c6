import type { AddressInfo, Server } from 'node:net';
import { wallet } from '@shirube/testing';
import { encodePaymentRequiredHeader } from '@x402/core/http';
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

const usdc = {
  scheme: 'exact',
  network,
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  amount: '10000',
} as const;
const honest = { ...usdc, payTo: wallet, maxTimeoutSeconds: 60, extra: { name: 'USD Coin', version: '2' } };

/** What sellers ask for who do not keep to their listing of 0.01 USDC on Base. */
export const otherOffers = {
  price: { ...honest, amount: '10001' },
  fortune: { ...honest, amount: '999000000' },
  payee: { ...honest, payTo: `0x${'2'.repeat(40)}` },
  asset: { ...honest, asset: `0x${'3'.repeat(40)}` },
  network: { ...honest, network: 'eip155:137' },
  chain: { ...honest, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
} as const;

/** A seller that asks at /price for another price, at /payee for another payee and so on. Records what buyers sign. */
export async function startCheat(t: Test) {
  const signatures: string[] = [];
  const app = express();
  app.get('/:offer', ({ params, url, headers }, response) => {
    const signature = headers['payment-signature'];
    if (signature) return void response.json({ signatures: signatures.push(String(signature)) });
    const offers = [otherOffers[params.offer as keyof typeof otherOffers]].filter((offer) => offer !== undefined);
    const accepts = params.offer === 'choice' ? [...Object.values(otherOffers), honest] : offers;
    const challenge = { x402Version: 2, resource: { url }, accepts };
    response.status(402).set('payment-required', encodePaymentRequiredHeader(challenge)).json({});
  });
  return { url: await listen(t, app), signatures };
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
