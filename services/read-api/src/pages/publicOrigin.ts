import type { FastifyRequest } from 'fastify';

/** The address under which people find this directory: the one that was set, else the one by which they asked. */
export const originOf = ({ protocol, host }: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl?.replace(/\/+$/, '') ?? `${protocol}://${host || 'localhost'}`;
