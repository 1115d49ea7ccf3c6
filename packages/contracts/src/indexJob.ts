import { type Static, Type } from '@sinclair/typebox';

/** A job carries an id, never a document: the worker reloads the service and decides. */
export const IndexJob = Type.Object({ id: Type.String() }, { additionalProperties: false });
export type IndexJob = Static<typeof IndexJob>;
