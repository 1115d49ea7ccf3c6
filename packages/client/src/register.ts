export interface AnswerOptions {
  signal?: AbortSignal;
  /** Called with the response headers: the `ETag` of a service, a `Link` to the service that had its endpoint first. */
  onHeaders?: (headers: Headers) => void;
}

/** Options of a registration. */
export interface RegisterOptions extends AnswerOptions {
  /** The API key; the client's key by default. */
  key?: string;
  /**
   * Up to 255 characters. Sending the same registration again within a day returns the existing service in its current
   * state instead of creating a second one. Set it to be able to retry when the response is lost.
   */
  idempotencyKey?: string;
  /** Seconds to wait until the service is searchable, up to 30. */
  wait?: number;
}

/** Returns the header that carries a key. */
export const bearer = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

/** Options of a change or a removal. */
export interface EditOptions extends Omit<RegisterOptions, 'idempotencyKey'> {
  /** The ETag of the detail. If the service has changed since, nothing is done and the call rejects with 412. */
  ifMatch?: string;
}

/** Returns the headers of a registration, a change or a removal. */
export function writeHeaders(
  { key, idempotencyKey, ifMatch, wait }: RegisterOptions & EditOptions,
  clientKey: string | undefined,
): Record<string, string> {
  return {
    ...bearer(key ?? clientKey),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    ...(wait === undefined ? {} : { prefer: `wait=${wait}` }),
  };
}
