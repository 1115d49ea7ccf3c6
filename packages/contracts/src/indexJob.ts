import { type Static, Type } from '@sinclair/typebox';

/**
 * A job carries an id, never a document: the worker reloads the service and decides. `traceparent` (W3C Trace Context)
 * says which request announced it, when there are traces.
 */
export const IndexJob = Type.Object(
  { id: Type.String(), traceparent: Type.Optional(Type.String()) },
  { additionalProperties: false },
);
export type IndexJob = Static<typeof IndexJob>;

/** The search node of an engine that nobody has named: the only one of most directories. */
export const mainNode = 'main';
