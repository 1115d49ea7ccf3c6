export interface AnswerOptions {
  signal?: AbortSignal;
  /** Called with the headers of the answer: `ETag` of a service, `Link` to who has had its endpoint first. */
  onHeaders?: (headers: Headers) => void;
}

/** How a registration is sent. */
export interface RegisterOptions extends AnswerOptions {
  /** The API key, when it is not the client's. */
  key?: string;
  /**
   * Up to 255 characters: sending the same again within a day gives the same service, as it is by then, instead of a
   * second one. Use one, to be able to try again when the answer is lost.
   */
  idempotencyKey?: string;
  /** Seconds, up to 30, to wait until the service is searchable. */
  wait?: number;
}

/** The header that carries a key. */
export const bearer = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

/** How a change or a removal is sent. */
export interface EditOptions extends Omit<RegisterOptions, 'idempotencyKey'> {
  /** The ETag of the detail: nothing is done if the service has changed since, and the call rejects with 412. */
  ifMatch?: string;
}

/** The headers of a registration, a change or a removal. */
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
