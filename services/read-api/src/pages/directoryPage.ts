import { setImmediate as nextTurn } from 'node:timers/promises';
import { routes } from '@shirube/contracts';
import { createPage, type Reads } from '@shirube/page';
import {
  type App,
  createLoadShedder,
  HttpProblem,
  listeningAddress,
  type Settings,
  type TranslateError,
} from '@shirube/service-kit';
import { createPreviews, type OutboundSettings } from '@shirube/trust/monitor';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createAnswer, withImpressions } from '../answers/answer.js';
import type { AnswerStore } from '../answers/answerCache.js';
import { sendAnswer } from '../answers/sendAnswer.js';
import type { Impression } from '../insights/impression.js';
import { createQueryCheck, type PageReadsOptions, pageReads } from './pageReads.js';
import { originOf } from './publicOrigin.js';

interface DirectoryPageOptions extends PageReadsOptions {
  answers: AnswerStore;
  translateError: TranslateError;
  settings: OutboundSettings & Pick<Settings, 'SIGN_UP' | 'OPEN_LISTING' | 'CONTACT_URL'>;
}

const renderings = { atOnce: 16, maxQueued: 64 };
/** Of pages that wait for another host, apart from the others. */
const askings = { atOnce: 32, maxQueued: 0 };
const notKept = { 'cache-control': 'no-store', 'x-accel-expires': '0' };

/** Serves the pages for people, rendered on the server. Browsers also get a page for unknown addresses. */
export async function serveDirectoryPage(app: App, options: DirectoryPageOptions): Promise<void> {
  const { answers, translateError, settings } = options;
  const page = await createPage();
  const publicReads = pageReads(options);
  const previews = createPreviews(settings, () => listeningAddress(app));
  const checkQuery = createQueryCheck(routes.checkAddress);
  const readsFor = (request: FastifyRequest, impressions: Impression[]): Reads => ({
    ...publicReads(impressions),
    checkAddress: async (query) => previews.previewAddress(checkQuery(query).url, app.rateLimits.outbound(request)),
    previewRegistrations: async (body) =>
      previews.previewOrigin(checkQuery(body).url, app.rateLimits.outbound(request)),
  });
  const asking = createLoadShedder(askings);
  const problemOf = (error: unknown) => (error instanceof HttpProblem ? error : translateError(error))?.body();

  const signUp = {
    isOpen: settings.SIGN_UP === 'on',
    isListingOpen: settings.OPEN_LISTING !== 'off',
    contact: settings.CONTACT_URL,
  };
  const keyOf = (request: FastifyRequest) => ({
    url: page.addressOf(request.url),
    language: page.languageOf(request.headers['accept-language']),
    origin: originOf(request, settings.PUBLIC_URL),
  });

  async function render(key: ReturnType<typeof keyOf>, request: FastifyRequest, isKept: boolean) {
    // Other requests come between two renderings, of which each keeps the process busy.
    await nextTurn();
    const impressions: Impression[] = [];
    const reads = readsFor(request, impressions);
    const { status, html, headers } = await page.render({ ...key, signUp, reads, problemOf });
    return withImpressions(createAnswer(html, isKept ? headers : { ...headers, ...notKept }, status), impressions);
  }

  /** Every route has its own bounds, so that pages which wait for a part that hangs keep no others waiting. */
  function createSender() {
    const pages = answers.through(createLoadShedder(renderings));
    return (request: FastifyRequest, reply: FastifyReply) => {
      const target = page.redirectOf(request.url);
      if (target) return reply.redirect(target, 308);
      const key = keyOf(request);
      const isAsking = /^\/(check|list)$/.test(request.routeOptions.url ?? '') && /[?&]url=/.test(key.url);
      const answer = isAsking
        ? asking.pass(() => render(key, request, false))
        : pages.get('page', key, () => render(key, request, !request.is404));
      return sendAnswer(request, reply, answer);
    };
  }

  // The health of the directory used to be a page of its own.
  app.get('/account/health', ({ url }, reply) => reply.redirect(url.replace('/account/health', '/admin'), 308));
  for (const url of page.routes) app.get(url, createSender());
  for (const url of page.assetRoutes) {
    app.get(url, (request, reply) => {
      const answer = page.asset(request.url, request.headers);
      return answer ? reply.code(answer.status).headers(answer.headers).send(answer.body) : reply.callNotFound();
    });
  }
  const sendNotFound = createSender();
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || !isForPeople(request)) return done();
    Promise.resolve(sendNotFound(request, reply)).catch(done);
  });
}

const isForPeople = ({ method, url, headers: { accept = '' } }: FastifyRequest): boolean =>
  /^(GET|HEAD)$/.test(method) && accept.includes('text/html') && !url.startsWith('/api/');
