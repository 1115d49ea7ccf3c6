import type { Problem } from '@shirube/contracts';
import { rawConnection } from '@shirube/testing';
import type { Test } from 'tap';

export interface RawAnswer {
  status: number;
  /** By name in lower case. */
  headers: Map<string, string>;
  problem: Problem | undefined;
}

/** Returns a request as it is sent over the wire. The connection closes after the response. */
export function requestText(
  method: string,
  target: string,
  { headers = [], body = '' }: { headers?: readonly string[]; body?: string } = {},
): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, ...length];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/**
 * Sends text unchanged, which HTTP clients would correct or refuse to send, and reads the response until the connection
 * closes.
 */
export async function rawRequest(t: Test, base: string, text: string): Promise<RawAnswer> {
  const connection = await rawConnection(t, base);
  connection.send(text);
  await connection.closed;
  return readAnswer(connection.received());
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
