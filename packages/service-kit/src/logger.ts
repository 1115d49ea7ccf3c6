import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** The required part of a logger; pino and Fastify's loggers have it. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Structured logs on standard output, one JSON object per line. Keys and passwords are never logged. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['authorization', '*.authorization', 'headers.authorization', 'apiKey', '*.apiKey', '*.password'],
  });
}
