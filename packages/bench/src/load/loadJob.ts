/** One request of a load, ready to be sent. */
export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** What the load process is asked to do. */
export type LoadCommand =
  | { kind: 'keep'; set: string; requests: LoadRequest[] }
  | ({ kind: 'run'; set: string } & LoadPlan);

export interface LoadPlan {
  origin: string;
  /** Connections; without `rate` each sends its next request as soon as it has its answer. */
  connections: number;
  seconds: number;
  /** Requests a second, sent when they are due, whether or not earlier ones are answered. */
  rate?: number;
  /** Ends the run before its time once so many are answered. */
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
  /** Answers by status; `error` counts requests that got none. */
  statuses: Record<string, number>;
  /** Milliseconds, from when the request was due, of answers below 400. */
  accepted: Latency;
  /** The same of answers with 429 and 503. */
  shed: Latency;
}
