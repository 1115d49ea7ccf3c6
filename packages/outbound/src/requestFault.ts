/** Why a request got no response. */
export type FaultKind = 'dns' | 'refused' | 'tls' | 'timeout' | 'protocol';

/** A request that got no usable response. `detail` is a fixed word that says why. */
export class RequestFault extends Error {
  override name = 'RequestFault';
  constructor(
    readonly kind: FaultKind,
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(`${kind}: ${detail}`, options);
  }
}

const timeouts: Record<string, string> = {
  UND_ERR_CONNECT_TIMEOUT: 'connect',
  ETIMEDOUT: 'connect',
  UND_ERR_HEADERS_TIMEOUT: 'headers',
  UND_ERR_BODY_TIMEOUT: 'body',
};
const refusals: Record<string, string> = {
  ECONNREFUSED: 'no_connection',
  ENETUNREACH: 'no_route',
  EHOSTUNREACH: 'no_route',
  ENETDOWN: 'no_route',
  EADDRNOTAVAIL: 'no_route',
};
const certificate =
  /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_TLS_CERT|INVALID_CA|PATH_LENGTH)/;

/** Converts any error of a request to a fault. */
export function toFault(error: unknown): RequestFault {
  if (error instanceof RequestFault) return error;
  if (!(error instanceof Error)) return new RequestFault('protocol', 'failed');
  if (error.cause instanceof RequestFault) return error.cause;
  const code = 'code' in error ? String(error.code) : '';
  const fault = (kind: FaultKind, detail: string) => new RequestFault(kind, detail, { cause: error });
  if (error.name === 'TimeoutError') return fault('timeout', 'deadline');
  if (timeouts[code]) return fault('timeout', timeouts[code]);
  if (refusals[code]) return fault('refused', refusals[code]);
  if (certificate.test(code)) return fault('tls', 'certificate');
  if (/^ERR_(?:SSL|TLS)|^EPROTO$/.test(code) || /before secure TLS connection/.test(error.message)) {
    return fault('tls', 'handshake');
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return fault('protocol', 'headers_too_large');
  if (error.name === 'HTTPParserError') return fault('protocol', 'not_http');
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE') return fault('refused', 'closed');
  return fault('protocol', 'failed');
}
