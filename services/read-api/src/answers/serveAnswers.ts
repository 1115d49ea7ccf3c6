import type { RouteContract } from '@shirube/contracts';
import type { App } from '@shirube/service-kit';
import type { Answer } from './answer.js';
import { sendAnswer } from './sendAnswer.js';

/** The type that a schema of the contract describes. */
type Described<Schema> = Schema extends { static: infer Value } ? Value : unknown;

/** Serves a route of the contract: validates its parameters against the contract, and sends the result of `read`. */
export function serveAnswers<Route extends RouteContract>(
  app: App,
  { method, url, schema: { params, querystring } }: Route,
  read: (
    query: Described<Route['schema']['querystring']>,
    params: Described<Route['schema']['params']>,
  ) => Answer | Promise<Answer>,
): void {
  app.route({
    method,
    url,
    schema: { ...(params && { params }), ...(querystring && { querystring }) },
    handler: (request, reply) =>
      sendAnswer(
        request,
        reply,
        read(
          request.query as Described<Route['schema']['querystring']>,
          request.params as Described<Route['schema']['params']>,
        ),
      ),
  });
}
