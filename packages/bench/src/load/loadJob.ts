/** One request of a load, ready to be sent. */
export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A job for the load process. */
export type LoadCommand =
  | { kind: 'keep'; set: string; requests: LoadRequest[] }
  | ({ kind: 'run'; set: string } & LoadPlan);

export interface LoadPlan {
  origin: string;
  /** Number of connections. Without `rate`, each sends its next request as soon as it has received a response. */
  connections: number;
  seconds: number;
  /** Requests per second. Each is sent when it is due, even if earlier ones have no response yet. */
  rate?: number;
  /** Ends the run early after this many responses. */
  atMost?: number;
}

export interface Latency {
  p50: number;
  p99: number;
  most: number;
}

export interface LoadResult {
  answered: number;
  seconds: number;
  perSecond: number;
  bytes: number;
  /** Responses by status; `error` counts requests without a response. */
  statuses: Record<string, number>;
  /** Milliseconds since the request was due, for responses with a status below 400. */
  accepted: Latency;
  /** The same for responses with 429 and 503. */
  shed: Latency;
}
