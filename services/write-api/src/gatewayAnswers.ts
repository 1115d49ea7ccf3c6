import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { type App, Counter, type Registry, type Settings } from '@shirube/service-kit';

/** Where an answer of nginx came from ($upstream_cache_status); a dash where nothing is kept. */
const sources = ['HIT', 'MISS', 'EXPIRED', 'UPDATING', 'STALE', 'REVALIDATED', 'BYPASS', '-'];

/**
 * Counts the answers of the gateway, of which stock nginx only writes a log: it sends the log here, a datagram for each
 * answer. What is lost on the way is not counted.
 */
export async function countGatewayAnswers(
  app: App,
  registry: Registry,
  { HOST, GATEWAY_LOG_PORT: port }: Pick<Settings, 'HOST' | 'GATEWAY_LOG_PORT'>,
): Promise<void> {
  if (port === undefined) return;
  const answers = new Counter({
    name: 'shirube_gateway_answers_total',
    help: 'Answers of the gateway: hit, updating and stale ones from memory, the others from a service.',
    labelNames: ['cache'] as const,
    registers: [registry],
  });
  const counters = new Map(
    sources.map((source) => [source, answers.labels(source === '-' ? 'none' : source.toLowerCase())]),
  );
  for (const counter of counters.values()) counter.inc(0);

  const socket = createSocket({ type: isIPv6(HOST) ? 'udp6' : 'udp4', recvBufferSize: 1 << 20 });
  socket.on('message', (line) => {
    const source = /cache=(\S+)\s*$/.exec(line.toString('latin1'))?.[1] ?? '';
    counters.get(source)?.inc();
  });
  socket.bind(port, HOST);
  await once(socket, 'listening');
  app.addHook('onClose', async () => {
    socket.close();
  });
}
