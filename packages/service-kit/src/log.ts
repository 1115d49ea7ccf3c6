/** What is needed of a logger; pino and Fastify's loggers are such. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
