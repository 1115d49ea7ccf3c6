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
