import net from 'node:net';
import type { Problem } from '@shirube/contracts';

export interface RawAnswer {
  status: number;
  /** By name in lower case. */
  headers: Map<string, string>;
  problem: Problem | undefined;
}

/** A request as it goes over the wire; the answer ends the connection. */
export function requestText(
  method: string,
  target: string,
  { headers = [], body = '' }: { headers?: readonly string[]; body?: string } = {},
): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, ...length];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Sends text as it is, which clients would put right or refuse to send, and reads the answer until the connection ends. */
export function rawRequest(base: string, text: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = net.connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(readAnswer(Buffer.concat(chunks).toString())));
    socket.on('error', reject);
  });
}

function readAnswer(text: string): RawAnswer {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [line = '', ...lines] = head.split('\r\n');
  const headers = new Map(
    lines.map((header) => {
      const colon = header.indexOf(':');
      return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()];
    }),
  );
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') ?? false;
  return {
    status: Number(line.split(' ')[1]),
    headers,
    problem: isProblem && body.startsWith('{') ? JSON.parse(body) : undefined,
  };
}
