import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from '@shirube/local-postgres';
import { requireProgram } from './findProgram.js';
import type { Program } from './part.js';

/** Whether the Redis at this address responds to PING. */
export async function answersPing(url: string): Promise<boolean> {
  const { hostname, port, password } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  await once(socket, 'connect');
  socket.end(`${password ? `AUTH ${password}\r\n` : ''}PING\r\n`);
  await once(socket, 'close');
  return answer.includes('+PONG');
}

/** A Redis on a free port, without a password, that loses its data when it ends. */
export async function emptyRedis(directory: string): Promise<Program> {
  const port = String(await freePort());
  const url = `redis://127.0.0.1:${port}`;
  return {
    name: 'redis',
    command: await requireProgram('redis-server'),
    args: ['--bind', '127.0.0.1', '--port', port, '--dir', directory, '--save', '', '--databases', '64'],
    url,
    isReady: () => answersPing(url),
  };
}
