import { STATUS_CODES } from 'node:http';
import type { HttpProblem } from './httpProblem.js';

/** Formats a problem as a raw HTTP response that closes the connection, for connections without a parsed request. */
export function rawProblem(problem: HttpProblem, requestId?: string): string {
  const body = JSON.stringify(problem.body(requestId));
  const headers = {
    ...problem.options.headers,
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`;
}
