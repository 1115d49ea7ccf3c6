import { openApiDocument } from '@shirube/contracts';
import type { App } from '@shirube/service-kit';
import { createAnswer } from './answers/answer.js';
import { sendAnswer } from './answers/sendAnswer.js';

export const openApi = createAnswer(JSON.stringify(openApiDocument()));

/** Serves the OpenAPI document, which the page at /docs shows. */
export function serveReference(app: App): void {
  app.get('/openapi.json', (request, reply) => sendAnswer(request, reply, openApi));
}
