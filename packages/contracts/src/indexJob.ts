import { type Static, Type } from '@sinclair/typebox';

/**
 * A job carries an id, never a document: the worker reloads the service and decides. If tracing is on, `traceparent`
 * (W3C Trace Context) names the request that enqueued it.
 */
export const IndexJob = Type.Object(
  { id: Type.String(), traceparent: Type.Optional(Type.String()) },
  { additionalProperties: false },
);
export type IndexJob = Static<typeof IndexJob>;

/** The default name of a search node. Most directories have only this one. */
export const mainNode = 'main';
