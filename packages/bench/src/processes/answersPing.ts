import { once } from 'node:events';
import { connect } from 'node:net';

/** Whether a Redis on that loopback port answers. */
export async function answersPing(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    const [answer] = await once(socket, 'data');
    return String(answer).startsWith('+PONG');
  } finally {
    socket.destroy();
  }
}
