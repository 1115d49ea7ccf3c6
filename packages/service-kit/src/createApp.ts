import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { allowedMethods } from './allowedMethods.js';
import { createClientErrorHandler } from './clientErrors.js';
import { drainConnections } from './drainConnections.js';
import { type HealthChecks, serveHealth } from './health.js';
import { readJsonBodies } from './jsonBodies.js';
import { limitBodies, usualBodyDeadlineMs } from './limits/bodyDeadline.js';
import type { Logger } from './logger.js';
import { refuseMalformedRequests, undecodableAddress } from './malformedRequests.js';
import { countAbandoned, measureRequests, type Registry, serveMetrics } from './metrics.js';
import type { MetricsAccess } from './metricsAccess.js';
import { answerErrors, answerUnknownRoutes, sendProblem, type TranslateError } from './problemErrors.js';
import type { Settings } from './settings.js';
import { settleSpans } from './tracing.js';
import { validatorCompiler } from './validator.js';

export interface AppOptions {
  log: Logger;
  metrics: Registry;
  health: HealthChecks;
  /** Every route behind the public address, so that 405 names the right methods. */
  routes: readonly { method: string; url: string }[];
  translateError: TranslateError;
  bodyLimit?: number;
  /** How long a body may rest on its way. */
  bodyDeadlineMs?: number;
  /** The variables that say whose word is taken for the address of a client, and who may read /metrics. */
  settings?: MetricsAccess & Pick<Settings, 'TRUST_PROXY'>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the app begins to close: whoever only waits should answer at once. */
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

/** The id that our gateway has given to a request. */
const gatewayId = /^[0-9a-f]{32}$/;

function givenId({ headers }: IncomingMessage): string | undefined {
  const id = headers['x-request-id'];
  return typeof id === 'string' && gatewayId.test(id) ? id : undefined;
}

/** A logger for every request would cost more than what else a hot answer takes; errors are logged with their id. */
function withoutChildren(log: Logger): FastifyBaseLogger {
  const logger: FastifyBaseLogger = Object.create(log, { child: { value: () => logger } });
  return logger;
}

/** A Fastify application with what every service here has: problem errors, validation, request ids, health, metrics. */
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
    // The longest query, 500 Japanese characters, takes 4,500 in an address.
    http: { maxHeaderSize: 65_536, requireHostHeader: false },
    // Longer than gateways keep a connection: they, not we, end it, and never send into one that has just ended.
    keepAliveTimeout: 72_000,
    trustProxy: settings.TRUST_PROXY ?? false,
    bodyLimit,
    // `drainConnections` answers instead, in the form of all errors.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 4_096 },
    frameworkErrors: (_error, request, reply) => {
      sendProblem(reply.header('x-request-id', request.id), undecodableAddress());
    },
    clientErrorHandler: (error, socket) => clientErrors.handle(error, socket),
  }).withTypeProvider<TypeBoxTypeProvider>();
  const allowed = allowedMethods(app, routes);
  const clientErrors = createClientErrorHandler(allowed, nextId);
  clientErrors.watch(app.server);
  readJsonBodies(app);
  app.setValidatorCompiler(validatorCompiler);
  // The validator has built the whole problem already.
  app.setSchemaErrorFormatter((errors) => (errors instanceof Error ? errors : new Error('validation failed')));
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  refuseMalformedRequests(app);
  limitBodies(app, bodyDeadlineMs);
  drainConnections(app, countAbandoned(metrics, log));
  answerErrors(app, translateError);
  answerUnknownRoutes(app, allowed);
  if (log.isLevelEnabled('debug')) {
    app.addHook('onResponse', (request, reply, done) => {
      request.log.debug(
        { method: request.method, url: request.url, status: reply.statusCode, ms: reply.elapsedTime },
        'request',
      );
      done();
    });
  }
  settleSpans(app);
  measureRequests(app, metrics);
  serveMetrics(app, metrics, settings);
  serveHealth(app, health);
  return app;
}

export type App = ReturnType<typeof createApp>;
