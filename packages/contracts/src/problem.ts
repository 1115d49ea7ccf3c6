import { type Static, Type } from '@sinclair/typebox';
import { Fault } from './faults.js';

/** Returns the message of an error in one line, without a stack. For an AggregateError it joins the messages inside. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return [...new Set(error.errors.map(reasonOf))].join(', ');
  }
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replaceAll(/\s*\n\s*/g, ' ').trim();
}

/** RFC 9457 problem details, the format of every error response. */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  code: Type.String({ description: 'A stable word, such as validation_failed or service_not_found.' }),
  requestId: Type.Optional(
    Type.String({
      description: 'The id of the request, as in X-Request-Id and in the logs: include it when you report a fault.',
    }),
  ),
  id: Type.Optional(
    Type.String({ description: 'The service that the first request with this Idempotency-Key registered.' }),
  ),
  ids: Type.Optional(Type.Array(Type.String(), { description: 'The services that exist already.' })),
  scope: Type.Optional(Type.String({ description: 'The scope that the API key lacks.' })),
  errors: Type.Optional(Type.Array(Fault, { description: 'The faults of a bad input, up to 20.' })),
  moreErrors: Type.Optional(
    Type.Integer({ description: 'The number of faults beyond those in `errors`; absent if there are none.' }),
  ),
});
export type Problem = Static<typeof Problem>;
