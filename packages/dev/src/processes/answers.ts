import { once } from 'node:events';
import { connect } from 'node:net';

/** Whether an HTTP address responds with success. */
export async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
  await response.body?.cancel();
  return response.ok;
}

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
