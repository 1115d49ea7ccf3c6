import type { Socket } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { HttpProblem, rawProblem } from '../httpProblem.js';
import type { Settings } from '../settings.js';
import { addressKey, addressLimit } from './addressLimit.js';

export type ConnectionLimitSettings = Pick<Settings, 'TRUST_PROXY' | 'CONNECTIONS_PER_ADDRESS'>;

const defaultPerAddress = 256;

const tooManyConnections = () =>
  new HttpProblem(
    429,
    'too_many_connections',
    'Too many connections',
    'Your address has too many connections open: reuse or close some.',
    { headers: { 'retry-after': '5' } },
  );

/** Limits the connections of one address. Trusted proxies are exempt, because they stand for many clients. */
export function limitConnections(
  { server }: FastifyInstance,
  { TRUST_PROXY, CONNECTIONS_PER_ADDRESS }: ConnectionLimitSettings,
): void {
  const { max, isFree } = addressLimit(CONNECTIONS_PER_ADDRESS, defaultPerAddress);
  const isProxy = proxyAddress.compile(TRUST_PROXY?.split(/\s*,\s*/) ?? []);
  const open = new Map<string, number>();

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isFree(remoteAddress) || isProxy(remoteAddress, 0)) return;
    const key = addressKey(remoteAddress);
    const count = (open.get(key) ?? 0) + 1;
    open.set(key, count);
    socket.once('close', () => {
      const left = (open.get(key) ?? 0) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
    if (count <= max) return;
    socket.write(rawProblem(tooManyConnections()));
    socket.destroySoon();
  });
}
