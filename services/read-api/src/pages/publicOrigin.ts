import type { FastifyRequest } from 'fastify';

/** Returns the public address of this directory: the configured one, otherwise that of the request. */
export const originOf = ({ protocol, host }: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl?.replace(/\/+$/, '') ?? `${protocol}://${host || 'localhost'}`;
