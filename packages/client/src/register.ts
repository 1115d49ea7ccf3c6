/** How a registration is sent. */
export interface RegisterOptions {
  /** The API key, when it is not the client's. */
  key?: string;
  /** Up to 255 characters: sending the same again within a day gives the same service instead of a second one. */
  idempotencyKey?: string;
  /** Seconds, up to 30, to wait until the service is searchable. */
  wait?: number;
  signal?: AbortSignal;
}

/** The header that carries a key. */
export const bearer = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

/** The headers of a registration. */
export function registrationHeaders(
  { key, idempotencyKey, wait }: RegisterOptions,
  clientKey: string | undefined,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...bearer(key ?? clientKey),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(wait === undefined ? {} : { prefer: `wait=${wait}` }),
  };
}
