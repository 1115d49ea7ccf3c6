import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** What is needed of a logger; pino and Fastify's loggers are such. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Structured logs on standard output, one JSON object a line; keys and passwords never reach them. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['authorization', '*.authorization', 'headers.authorization', 'apiKey', '*.apiKey', '*.password'],
  });
}
