import { once } from 'node:events';
import { connect } from 'node:net';
import type { TestContext } from './testContext.js';
import { until } from './until.js';

/** A TCP connection that lets a test control what is sent, and when. */
interface RawConnection {
  send(text: string): void;
  /** Returns everything received so far. */
  received(): string;
  /** Waits until the received text matches. */
  waitFor(pattern: RegExp): Promise<void>;
  /** Stops reading, so that data from the server fills the buffers in between. */
  pause(): void;
  resume(): void;
  /** Closes it like a client that goes away. */
  destroy(): void;
  isClosed(): boolean;
  /** Resolves when the connection is closed for any reason. */
  closed: Promise<unknown>;
}

/** Connects to the address of a server. */
export async function rawConnection(t: Pick<TestContext, 'teardown'>, url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  t.teardown(() => socket.destroy());
  let received = '';
  let isClosed = false;
  socket.setEncoding('latin1').on('data', (text) => {
    received += text;
  });
  // `closed` reports the end of the connection, so errors are ignored.
  socket.on('error', () => {});
  const closed = once(socket, 'close').then(() => {
    isClosed = true;
  });
  return {
    send: (text) => void socket.write(text),
    received: () => received,
    waitFor: async (pattern) => {
      await until(() => pattern.test(received) || isClosed, {
        message: `nothing like ${pattern} came`,
      });
      if (!pattern.test(received)) throw new Error(`the connection ended without ${pattern}: ${received}`);
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    destroy: () => void socket.destroy(),
    isClosed: () => isClosed,
    closed,
  };
}
