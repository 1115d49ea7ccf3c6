import type { RouteContract } from '@shirube/contracts';
import type { App } from '@shirube/service-kit';
import type { Answer } from './answer.js';
import { sendAnswer } from './sendAnswer.js';

/** What a schema of the contract describes. */
type Described<Schema> = Schema extends { static: infer Value } ? Value : unknown;

/** Answers a route of the contract: checks its parameters as it says, and sends what `read` makes of them. */
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
