import { connect, type Socket } from 'node:net';
import type { LoadRequest } from './loadJob.js';

/** Receives the status (0 without a response) and the size of the body in bytes. */
export type OnResponse = (status: number, bytes: number) => void;

/** Keep-alive connections that each send one request at a time. Further requests wait for a free connection. */
interface LoadConnections {
  send(request: LoadRequest, done: OnResponse): void;
  close(): void;
}

interface Exchange {
  request: LoadRequest;
  done: OnResponse;
}

const headEnd = Buffer.from('\r\n\r\n');
/** The end of a chunked response. It cannot occur inside JSON. */
const lastChunk = Buffer.from('\r\n0\r\n\r\n');

/**
 * Reads only the status and the length of a response. A client that parses all headers would use more processor time
 * than the server that it measures, and would take that time from the server.
 */
export function openConnections(origin: string, count: number): LoadConnections {
  const { hostname, port, host } = new URL(origin);
  const ready = new Map<LoadRequest, Buffer>();
  const waiting: Exchange[] = [];
  const idle: ((exchange: Exchange) => void)[] = [];
  const sockets = new Set<Socket>();

  function bytesOf(request: LoadRequest): Buffer {
    let bytes = ready.get(request);
    if (!bytes) {
      const { method, path, headers = {}, body = '' } = request;
      const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
      const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}`);
      bytes = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
      ready.set(request, bytes);
    }
    return bytes;
  }

  function open(): void {
    const socket = connect(Number(port), hostname).setNoDelay();
    sockets.add(socket);
    let current: Exchange | undefined;
    let head: Buffer = Buffer.alloc(0);
    let status = 0;
    let length = 0;
    /** Bytes of the body still to be received; undefined while the head is being received. */
    let missing: number | undefined;
    /** The last bytes received so far of a chunked response. */
    let tail: Buffer | undefined;
    /** Whether the server closes the connection after this response, as a gateway does after a thousand requests. */
    let isLast = false;

    function begin(exchange: Exchange): void {
      current = exchange;
      socket.write(bytesOf(exchange.request));
    }

    function finish(): void {
      const done = current?.done;
      current = undefined;
      missing = undefined;
      tail = undefined;
      if (isLast) {
        sockets.delete(socket);
        socket.destroy();
        done?.(status, length);
        if (waiting.length > 0 && sockets.size < count) open();
        return;
      }
      done?.(status, length);
      if (current) return;
      const next = waiting.shift();
      if (next) begin(next);
      else idle.push(begin);
    }

    function readHead(bytes: Buffer): void {
      head = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
      const end = head.indexOf(headEnd);
      if (end < 0) return;
      const text = head.toString('latin1', 0, end);
      const body = head.subarray(end + headEnd.length);
      head = Buffer.alloc(0);
      status = Number(text.slice(9, 12));
      isLast = /\r\nconnection: *close/i.test(text);
      const contentLength = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
      if (contentLength === undefined) tail = Buffer.from('\r\n');
      length = Number(contentLength ?? 0);
      missing = length;
      readBody(body);
    }

    function readBody(bytes: Buffer): void {
      if (tail) {
        length += bytes.length;
        tail = Buffer.concat([tail, bytes.subarray(-lastChunk.length)]).subarray(-lastChunk.length);
        if (tail.equals(lastChunk)) finish();
        return;
      }
      missing = (missing ?? 0) - bytes.length;
      if (missing <= 0) finish();
    }

    socket.on('data', (bytes: Buffer) => (missing === undefined ? readHead(bytes) : readBody(bytes)));
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      const at = idle.indexOf(begin);
      if (at >= 0) idle.splice(at, 1);
      current?.done(0, 0);
      current = undefined;
    });
    const first = waiting.shift();
    if (first) begin(first);
    else idle.push(begin);
  }

  return {
    send(request, done) {
      const begin = idle.pop();
      if (begin) {
        begin({ request, done });
        return;
      }
      waiting.push({ request, done });
      if (sockets.size < count) open();
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
