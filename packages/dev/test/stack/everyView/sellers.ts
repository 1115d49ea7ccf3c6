import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wallet } from '@shirube/testing';
import type { Test } from 'tap';

const challenge = JSON.stringify({
  x402Version: 1,
  accepts: [
    {
      scheme: 'exact',
      network: 'base',
      maxAmountRequired: '1000',
      resource: 'https://api.example.com/weather',
      description: 'Weather',
      payTo: wallet,
      maxTimeoutSeconds: 60,
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    },
  ],
});

/** Starts endpoints for the monitor to check: one responds correctly, one fails, and one alternates. */
export async function startSellers(t: Test): Promise<string[]> {
  let requests = 0;
  const server = createServer(({ url }, response) => {
    requests++;
    const isWell = url === '/well' || (url === '/moody' && requests % 7 > 3);
    if (isWell) response.writeHead(402, { 'content-type': 'application/json' }).end(challenge);
    else response.writeHead(500).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return ['well', 'ill', 'moody'].map((path) => `http://127.0.0.1:${port}/${path}`);
}
