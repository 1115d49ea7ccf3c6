import { createPage } from '@shirube/page';
import { type App, HttpProblem, type TranslateError } from '@shirube/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createAnswer } from '../answers/answer.js';
import type { AnswerStore } from '../answers/answerCache.js';
import { sendAnswer } from '../answers/sendAnswer.js';
import { type PageReadsOptions, pageReads } from './pageReads.js';
import { originOf } from './publicOrigin.js';

interface DirectoryPageOptions extends PageReadsOptions {
  answers: AnswerStore;
  translateError: TranslateError;
  publicUrl: string | undefined;
}

const notKept = { 'cache-control': 'no-store', 'x-accel-expires': '0' };

/** The pages for people, rendered here; in browsers also for addresses where there is nothing. */
export async function serveDirectoryPage(app: App, options: DirectoryPageOptions): Promise<void> {
  const { answers, translateError, publicUrl } = options;
  const page = await createPage();
  const reads = pageReads(options);
  // What pages are made of is bounded.
  const pages = answers.through({ pass: (work) => work() });
  const problemOf = (error: unknown) => (error instanceof HttpProblem ? error : translateError(error))?.body();

  function send(request: FastifyRequest, reply: FastifyReply) {
    const key = {
      url: request.url,
      language: page.languageOf(request.headers['accept-language']),
      origin: originOf(request, publicUrl),
    };
    const answer = pages.get('page', key, async () => {
      const { status, html, headers } = await page.render({ ...key, reads, problemOf });
      return createAnswer(html, { ...headers, ...(request.is404 ? notKept : {}) }, status);
    });
    return sendAnswer(request, reply, answer);
  }

  for (const url of page.routes) app.get(url, send);
  for (const url of page.assetRoutes) {
    app.get(url, (request, reply) => {
      const answer = page.asset(request.url, request.headers);
      return answer ? reply.code(answer.status).headers(answer.headers).send(answer.body) : reply.callNotFound();
    });
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || !isForPeople(request)) return done();
    Promise.resolve(send(request, reply)).catch(done);
  });
}

const isForPeople = ({ method, url, headers: { accept = '' } }: FastifyRequest): boolean =>
  /^(GET|HEAD)$/.test(method) && accept.includes('text/html') && !url.startsWith('/api/');
