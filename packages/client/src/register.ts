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

/** The headers of a registration. */
export function registrationHeaders(
  { key, idempotencyKey, wait }: RegisterOptions,
  clientKey: string | undefined,
): Record<string, string> {
  const bearer = key ?? clientKey;
  return {
    'content-type': 'application/json',
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(wait === undefined ? {} : { prefer: `wait=${wait}` }),
  };
}
