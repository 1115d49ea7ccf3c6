import { once } from 'node:events';
import { connect } from 'node:net';
import type { TestContext } from './testContext.js';
import { until } from './until.js';

/** A TCP connection on which a test decides what is sent, and when. */
export interface RawConnection {
  send(text: string): void;
  /** What has come back so far. */
  received(): string;
  /** Waits until what has come back matches. */
  waitFor(pattern: RegExp): Promise<void>;
  /** Reads no more: what is sent fills the buffers on the way. */
  pause(): void;
  resume(): void;
  /** Ends it as a client does that goes away. */
  destroy(): void;
  isClosed(): boolean;
  /** Resolves when the connection has ended, in whatever way. */
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
  // How a connection ends is told by `closed`.
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
