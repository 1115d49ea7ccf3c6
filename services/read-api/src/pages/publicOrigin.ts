import type { FastifyRequest } from 'fastify';

/**
 * Returns the public address of this directory: the configured one, otherwise that of the request. The host is that of
 * the Host header, which caches have in their keys: X-Forwarded-Host would let a client choose the links that others
 * get.
 */
export const originOf = ({ protocol, headers }: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl?.replace(/\/+$/, '') ?? `${protocol === 'https' ? 'https' : 'http'}://${headers.host || 'localhost'}`;
