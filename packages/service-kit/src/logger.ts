import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Structured logs on standard output, one JSON object a line; keys and passwords never reach them. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['authorization', '*.authorization', 'headers.authorization', 'apiKey', '*.apiKey', '*.password'],
  });
}

/** An address as it may be logged: without user name, password or query. */
export function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return 'an address that is not a URL';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}
