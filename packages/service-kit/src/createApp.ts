import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { withDeadline } from '@shirube/domain';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { allowedMethods } from './allowedMethods.js';
import { limitBodies, readJsonBodies, usualBodyDeadlineMs } from './bodies.js';
import { createClientErrorHandler } from './clientErrors.js';
import { allowOrigins } from './crossOrigin.js';
import { drainConnections } from './drainConnections.js';
import type { Logger } from './logger.js';
import { refuseMalformedRequests, undecodableAddress } from './malformedRequests.js';
import { countAbandoned, measureRequests, type Registry, serveMetrics } from './metrics.js';
import type { MetricsAccess } from './metricsAccess.js';
import { answerErrors, answerUnknownRoutes, sendProblem, type TranslateError } from './problemErrors.js';
import type { Settings } from './settings.js';
import { markRejectedSpans } from './tracing.js';
import { validatorCompiler } from './validator.js';

/** The parts that a service needs, each with a check that resolves if the part works. */
type HealthChecks = Record<string, () => Promise<unknown>>;

const deadlineMs = 1_500;

const answers = (check: () => Promise<unknown>): Promise<boolean> =>
  withDeadline(check(), deadlineMs).then(
    () => true,
    () => false,
  );

/** `/live`: the process runs. `/ready`: every part that it needs works; otherwise 503 names those that do not. */
function serveHealth(app: FastifyInstance, checks: HealthChecks): void {
  app.get('/live', (_request, reply) => reply.send({ status: 'live' }));
  app.get('/ready', async (_request, reply) => {
    const parts = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, (await answers(check)) ? 'up' : 'down'] as const),
    );
    const ready = parts.every(([, state]) => state === 'up');
    return reply
      .code(ready ? 200 : 503)
      .headers(ready ? {} : { 'retry-after': '2' })
      .send({ status: ready ? 'ready' : 'not ready', parts: Object.fromEntries(parts) });
  });
}

export interface AppOptions {
  log: Logger;
  metrics: Registry;
  health: HealthChecks;
  /** All routes behind the public address, so that a 405 names the right methods. */
  routes: readonly { method: string; url: string }[];
  translateError: TranslateError;
  bodyLimit?: number;
  /** The timeout between two chunks of a body. */
  bodyDeadlineMs?: number;
  /** The settings that say which proxies are trusted for the client address, and who may read /metrics. */
  settings?: MetricsAccess & Pick<Settings, 'TRUST_PROXY'>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the app begins to close. Requests that only wait should respond at once. */
    closing: AbortSignal;
  }
}

const requestIds = () => {
  const prefix = randomBytes(4).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
};

/** The headers of every response. */
const headersFor = ({ id }: FastifyRequest) => ({ 'x-request-id': id, 'x-content-type-options': 'nosniff' });

/** The form of a request id that is accepted from the gateway or the client. */
const usableId = /^[\w.-]{8,64}$/;

function givenId({ headers }: IncomingMessage): string | undefined {
  const id = headers['x-request-id'];
  return typeof id === 'string' && usableId.test(id) ? id : undefined;
}

/**
 * Avoids a child logger for every request, which would cost more than the rest of a hot response. Errors are logged
 * with the request id.
 */
function withoutChildren(log: Logger): FastifyBaseLogger {
  const logger: FastifyBaseLogger = Object.create(log, { child: { value: () => logger } });
  return logger;
}

/** Creates a Fastify app with what every service has: problem errors, validation, request ids, health, metrics. */
export function createApp({
  log,
  metrics,
  health,
  routes,
  translateError,
  bodyLimit = 131_072,
  bodyDeadlineMs = usualBodyDeadlineMs,
  settings = {},
}: AppOptions) {
  const nextId = requestIds();
  const app = Fastify({
    loggerInstance: withoutChildren(log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (request) => givenId(request) ?? nextId(),
    // The longest query, 500 Japanese characters, takes 4,500 characters in a URL.
    http: { maxHeaderSize: 65_536, requireHostHeader: false },
    // Longer than the keep-alive of gateways, so that they close idle connections, and never send to one that was just
    // closed.
    keepAliveTimeout: 72_000,
    trustProxy: settings.TRUST_PROXY ?? false,
    bodyLimit,
    // `drainConnections` responds instead, with a problem.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 4_096 },
    frameworkErrors: (_error, request, reply) => {
      sendProblem(reply.headers(headersFor(request)), undecodableAddress());
    },
    clientErrorHandler: (error, socket) => clientErrors.handle(error, socket),
  }).withTypeProvider<TypeBoxTypeProvider>();
  const allowed = allowedMethods(app, routes);
  const clientErrors = createClientErrorHandler(allowed, nextId);
  clientErrors.watch(app.server);
  readJsonBodies(app);
  app.setValidatorCompiler(validatorCompiler);
  // The validator has already created the problem.
  app.setSchemaErrorFormatter((errors) => (errors instanceof Error ? errors : new Error('validation failed')));
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request));
    done();
  });
  allowOrigins(app, allowed);
  refuseMalformedRequests(app);
  limitBodies(app, bodyDeadlineMs);
  drainConnections(app, countAbandoned(metrics, log));
  answerErrors(app, translateError);
  answerUnknownRoutes(app, allowed);
  if (log.isLevelEnabled('debug')) {
    app.addHook('onResponse', (request, reply, done) => {
      request.log.debug(
        {
          requestId: request.id,
          method: request.method,
          url: request.url,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'request',
      );
      done();
    });
  }
  markRejectedSpans(app);
  measureRequests(app, metrics);
  serveMetrics(app, metrics, settings);
  serveHealth(app, health);
  return app;
}

export type App = ReturnType<typeof createApp>;

/** Returns the address that an app listens on; undefined while it does not listen. */
export const listeningAddress = (app: App): string | undefined =>
  app.server.listening ? app.listeningOrigin : undefined;
