import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, createServer as createFront, type Server as NetServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { importServices, migrate, openDatabase } from '@shirube/catalog';
import type { Registration } from '@shirube/contracts';
import { startService } from './processes/directory.js';
import { startParts } from './processes/parts.js';
import { residentMemory } from './processes/usage.js';

const wallet = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';
const answerMs = 50;
const servicesOfAHost = 5;

const challenge = JSON.stringify({
  x402Version: 1,
  accepts: [
    {
      scheme: 'exact',
      network: 'base',
      maxAmountRequired: '10000',
      resource: 'https://api.example.com/',
      description: 'Measured',
      payTo: wallet,
      maxTimeoutSeconds: 60,
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    },
  ],
});

const listening = (server: NetServer, port: number, address: string) =>
  new Promise<void>((resolve) => void server.listen(port, address, resolve));

/** Sellers on many hosts that count requests and connections. Every 127.x.x.x address is this machine. */
async function startSellers(addresses: readonly string[]) {
  const hosts = new Map<string, number>();
  const counts = { requests: 0, connections: 0, mostConnections: 0, mostOfAHost: 0 };
  const count = (host: string, by: number) => {
    const now = (hosts.get(host) ?? 0) + by;
    hosts.set(host, now);
    counts.mostOfAHost = Math.max(counts.mostOfAHost, now);
  };
  const server: Server = createServer(async ({ headers: { host = '' } }: IncomingMessage, response) => {
    counts.requests += 1;
    count(host, 1);
    await delay(answerMs);
    count(host, -1);
    response.writeHead(402).end(challenge);
  });
  server.on('connection', (socket) => {
    counts.connections += 1;
    counts.mostConnections = Math.max(counts.mostConnections, counts.connections);
    socket.on('close', () => {
      counts.connections -= 1;
    });
  });
  await listening(server, 0, '127.0.0.1');
  const { port } = server.address() as AddressInfo;
  const fronts = addresses.map(() => createFront((socket) => void server.emit('connection', socket)));
  await Promise.all(fronts.map((front, i) => listening(front, port, addresses[i] ?? '')));
  return {
    port,
    counts,
    close() {
      for (const front of [...fronts, server]) front.close();
    },
  };
}

/** Measures how one monitor checks this many services, five per host, from the first to the last. */
export async function measureMonitor(services: number, say: (text: string) => void): Promise<Record<string, number>> {
  const parts = await startParts({ embedded: true });
  const hosts = Array.from(
    { length: Math.ceil(services / servicesOfAHost) },
    (_, host) => `127.1.${host >> 8}.${host & 255}`,
  );
  const sellers = await startSellers(hosts);
  const databaseUrl = await parts.createDatabase();
  const database = openDatabase(databaseUrl);
  try {
    await migrate(database);
    const registrations = Array.from({ length: services }, (_, i): Registration => {
      return {
        name: `Service ${i}`,
        description: 'Measured.',
        endpoint: `http://${hosts[i % hosts.length]}:${sellers.port}/${i}`,
        category: 'utilities',
        pricing: { currency: 'USDC', pricePerRequest: '0.01' },
        x402Config: { paymentAddress: wallet, network: 'base' },
      };
    });
    for (let start = 0; start < services; start += 1000) {
      await importServices(database, registrations.slice(start, start + 1000));
    }
    say(`checking ${services} services on ${hosts.length} hosts`);
    const started = performance.now();
    const monitor = await startService(
      'monitor',
      { databaseUrl },
      {
        MONITOR: 'on',
        MONITOR_ALLOW_PRIVATE: 'true',
        MONITOR_CHECKS_PER_MINUTE: '1000000',
        MONITOR_HOST_GAP_SECONDS: '1',
      },
    );
    let memory = 0;
    let checked = 0;
    while (checked < services) {
      await delay(1_000);
      memory = Math.max(memory, await residentMemory(monitor.pid));
      const { rows } = await database.query<{ count: string }>('select count(*) from checks');
      checked = Number(rows[0]?.count ?? 0);
      say(`${checked} checked`);
    }
    const seconds = (performance.now() - started) / 1000;
    await monitor.stop();
    return {
      services,
      hosts: hosts.length,
      seconds: Math.round(seconds),
      'checks/s': Math.round(services / seconds),
      requests: sellers.counts.requests,
      'most connections': sellers.counts.mostConnections,
      'most of a host': sellers.counts.mostOfAHost,
      'monitor MB': Math.round(memory),
    };
  } finally {
    await database.end();
    sellers.close();
    await parts.close();
  }
}
