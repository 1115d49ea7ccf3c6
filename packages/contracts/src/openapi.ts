import type { TObject, TSchema } from '@sinclair/typebox';
import { Category, CurrencyInUse } from './category.js';
import { Change, ChangesPage, ServiceHistory } from './changes.js';
import { CheckResult } from './check.js';
import { CheckHistory } from './checkHistory.js';
import { Facets, PriceQuartiles, Stats } from './counts.js';
import { Call } from './details.js';
import { DiscoveryResource } from './discovery.js';
import recorded from './examples.json' with { type: 'json' };
import { ExportDocument, ExportEntry } from './export.js';
import { Fault } from './faults.js';
import { MonitorSummary } from './monitorSummary.js';
import { Problem } from './problem.js';
import { type NamedRoute, routes } from './routes/routes.js';
import { IntentSearchResult, KeywordSearchResult } from './searches.js';
import { Registration, Service, ServiceDetail, ServiceStatus, StatusRecord } from './service.js';
import { ServicePatch } from './servicePatch.js';
import { Settlement, SettlementsResult } from './settlements.js';
import { Trust } from './trust.js';
import { NewWebhook, TestDelivery, Webhook, WebhookDelivery } from './webhook.js';

/** The version of Shirube: of every package, of the OpenAPI document, of the MCP server and of the command line. */
export const version = '0.1.0';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const components = {
  Service,
  ServiceDetail,
  Call,
  Registration,
  ServicePatch,
  ServiceStatus,
  StatusRecord,
  KeywordSearchResult,
  IntentSearchResult,
  Change,
  ChangesPage,
  ServiceHistory,
  Settlement,
  SettlementsResult,
  TestDelivery,
  Trust,
  CheckHistory,
  CheckResult,
  MonitorSummary,
  Webhook,
  WebhookDelivery,
  NewWebhook,
  ExportDocument,
  ExportEntry,
  Category,
  CurrencyInUse,
  Facets,
  PriceQuartiles,
  Stats,
  DiscoveryResource,
  Fault,
  Problem,
};
const componentNames = new Map<unknown, string>(Object.entries(components).map(([name, schema]) => [schema, name]));
const namesByProperties = new Map<unknown, string>(
  Object.entries(components).flatMap(([name, schema]) => ('properties' in schema ? [[schema.properties, name]] : [])),
);

/** The name of a component; an optional one is a copy with the same properties. */
const componentName = (value: unknown): string | undefined =>
  componentNames.get(value) ?? namesByProperties.get(Object(value).properties);

// TypeBox keeps its own marks under symbols, which this copy leaves behind. Formats of our own mean nothing to others;
// `openApiPattern` says the same as a pattern.
function plainEntry([key, value]: [string, unknown]): [string, Json][] {
  if (key === 'openApiPattern') return [['pattern', plain(value)]];
  const isOurs =
    ['expected', 'allowsDirections', 'allowsInvisible'].includes(key) ||
    (key === 'format' && ['chain', 'http-url'].includes(String(value)));
  return isOurs ? [] : [[key, plain(value)]];
}

function plain(value: unknown, isRoot = false): Json {
  const name = isRoot ? undefined : componentName(value);
  if (name) {
    const { description = null } = componentNames.has(value) ? {} : Object(value);
    return { $ref: `#/components/schemas/${name}`, ...(description === null ? {} : { description }) };
  }
  if (Array.isArray(value)) return value.map((item) => plain(item));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).flatMap(plainEntry));
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function parameters(place: 'query' | 'path' | 'header', schema: TSchema | undefined): Json[] {
  if (!schema) return [];
  const { properties, required = [] } = schema as TObject;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(typeof property.description === 'string' ? { description: property.description } : {}),
    schema: plain(property),
  }));
}

const statusText: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'Done',
  304: 'Not modified',
  400: 'A parameter or the body has faults; each is named',
  401: 'Missing or invalid API key',
  403: 'The key lacks the scope, or is of another account',
  404: 'Not found',
  408: 'The body did not arrive in time',
  409: 'The Idempotency-Key was used with another body',
  410: 'Gone for good',
  412: 'The service is not the one that If-Match names',
  413: 'The body is too large',
  415: 'The body is not JSON, or is compressed',
  429: 'Too many requests; see Retry-After',
  503: 'A part is unavailable or overloaded; see Retry-After',
  504: 'The answer was lost: whether it was done is not known',
};

/** What each status that is no success is answered with, for instance. */
const problemExamples: Record<number, [code: string, title: string, detail: string]> = {
  400: ['validation_failed', 'Bad input', 'limit must be a whole number from 1 to 100.'],
  401: ['unauthorized', 'Unauthorized', 'Send an API key: "Authorization: Bearer <key>".'],
  403: ['forbidden', 'Forbidden', 'This service belongs to another account.'],
  404: ['service_not_found', 'Not found', 'There is no service with this id.'],
  408: ['request_timeout', 'Request timeout', 'The body did not arrive in time.'],
  409: ['idempotency_conflict', 'Conflict', 'This Idempotency-Key was used with another body: use a new key.'],
  410: ['service_removed', 'Gone', 'This service was removed from the catalog.'],
  412: ['precondition_failed', 'Precondition failed', 'The service has changed since: read it again.'],
  413: ['body_too_large', 'Body too large', 'The body is larger than this API accepts.'],
  415: ['unsupported_media_type', 'Unsupported media type', 'Send the body as application/json.'],
  429: ['too_many_requests', 'Too many requests', 'Try again in 3 s.'],
  503: ['overloaded', 'Service unavailable', 'More is being asked than can be answered right now. Try again.'],
  504: ['outcome_unknown', 'Outcome unknown', 'It is not known whether this was done: the answer was lost.'],
};

function problemExample(status: number): Json {
  const [code = '', title = '', detail = ''] = problemExamples[status] ?? [];
  const errors = [{ path: 'limit', message: 'must be a whole number from 1 to 100' }];
  return { type: `urn:shirube:problem:${code}`, title, status, detail, code, ...(status === 400 ? { errors } : {}) };
}

const problemContent = (schema: TSchema, status: number): Json => ({
  'application/problem+json': { schema: plain(schema), example: problemExample(status) },
});

/** What was sent and answered once, by the names of the routes. */
const examples: Record<string, { request?: Json; response?: Json }> = recorded;

function answerContent({ operationId, answerTypes = [] }: NamedRoute, schema: TSchema): Json {
  const { response: example } = examples[operationId] ?? {};
  return {
    'application/json': { schema: plain(schema), ...(example === undefined ? {} : { example }) },
    ...Object.fromEntries(answerTypes.map((type) => [type, { schema: { type: 'string' } }])),
  };
}

function responses(route: NamedRoute): Json {
  const entries = Object.entries(route.schema.response).map(([status, schema]): [string, Json] => {
    const code = Number(status);
    const success = code < 300;
    const headers = success ? route.responseHeaders : undefined;
    return [
      status,
      {
        description: statusText[code] ?? status,
        ...(headers
          ? {
              headers: Object.fromEntries(
                Object.entries(headers).map(([name, description]) => [
                  name,
                  { description, schema: { type: 'string' } },
                ]),
              ),
            }
          : {}),
        ...(code === 204 ? {} : { content: success ? answerContent(route, schema) : problemContent(schema, code) }),
      },
    ];
  });
  if (route.method === 'GET' && route.responseHeaders?.ETag) entries.push(['304', { description: 'Not modified' }]);
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)));
}

function operation(route: NamedRoute): Json {
  const { params, querystring, headers, body } = route.schema;
  const { operationId, tag, bodyTypes = ['application/json'] } = route;
  const { request: example } = examples[operationId] ?? {};
  const all = [...parameters('path', params), ...parameters('query', querystring), ...parameters('header', headers)];
  return {
    operationId,
    tags: [tag],
    summary: route.summary,
    description: route.description,
    ...(all.length > 0 ? { parameters: all } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              bodyTypes.map((type) => [type, { schema: plain(body), ...(example === undefined ? {} : { example }) }]),
            ),
          },
        }
      : {}),
    ...(route.secured ? { security: [{ bearer: [] }] } : {}),
    responses: responses(route),
  };
}

/** The OpenAPI 3.1 document of every public route, made from the contracts. */
export function openApiDocument() {
  const paths: { [path: string]: { [method: string]: Json } } = {};
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Shirube',
      version,
      description:
        'A directory of APIs that are paid per request over x402. Reads need no key. Errors are application/problem+json (RFC 9457) with a stable `code`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key: shk_ and 43 characters.' },
      },
      schemas: Object.fromEntries(Object.entries(components).map(([name, schema]) => [name, plain(schema, true)])),
    },
  };
}
