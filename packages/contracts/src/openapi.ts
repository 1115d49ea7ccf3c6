import type { TObject, TSchema } from '@sinclair/typebox';
import { AccountService } from './accountServices.js';
import { Category, CurrencyInUse } from './category.js';
import { Change, ChangesPage, ServiceHistory } from './changes.js';
import { CheckResult } from './check.js';
import { CheckHistory } from './checkHistory.js';
import { Facets, PriceQuartiles, Stats } from './counts.js';
import { Call } from './details.js';
import { DiscoveryResource } from './discovery.js';
import { exampleOf, type Json } from './exampleOf.js';
import { ExportDocument, ExportEntry } from './export.js';
import { Fault } from './faults.js';
import { MonitorSummary } from './monitorSummary.js';
import { Problem } from './problem.js';
import { GroupProvider, ProviderDetail, ProviderSummary } from './providers.js';
import { problemsOf } from './routes/routeContract.js';
import { type NamedRoute, routeList } from './routes/routes.js';
import {
  IntentSearchGroups,
  IntentSearchResult,
  KeywordSearchGroups,
  KeywordSearchResult,
  ServiceGroup,
} from './searches.js';
import { Registration, Service, ServiceDetail, ServiceStatus, StatusRecord } from './service.js';
import { ServicePatch } from './servicePatch.js';
import { Settlement, SettlementsResult } from './settlements.js';
import statusTexts from './statusTexts.json' with { type: 'json' };
import { Trust } from './trust.js';
import { NewWebhook, TestDelivery, Webhook, WebhookDelivery } from './webhook.js';

/** The version of Shirube: of every package, of the OpenAPI document, of the MCP server and of the command line. */
export const version = '0.2.0';

const components = {
  Service,
  ServiceDetail,
  AccountService,
  Call,
  Registration,
  ServicePatch,
  ServiceStatus,
  StatusRecord,
  KeywordSearchResult,
  KeywordSearchGroups,
  IntentSearchResult,
  IntentSearchGroups,
  ServiceGroup,
  GroupProvider,
  ProviderSummary,
  ProviderDetail,
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

/** Returns the component name of a schema. An optional schema is a copy that shares the properties of the original. */
const componentName = (value: unknown): string | undefined =>
  componentNames.get(value) ?? namesByProperties.get(Object(value).properties);

// TypeBox keeps its markers under symbols, which are not copied. Our custom formats mean nothing to other tools, so
// `openApiPattern` expresses them as a pattern.
function plainEntry([key, value]: [string, unknown]): [string, Json][] {
  if (key === 'openApiPattern') return [['pattern', plain(value)]];
  const isOurs =
    ['expected', 'noteFaults', 'allowsDirections', 'allowsInvisible'].includes(key) ||
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

/** The meaning of each status, with an example problem for each error status. */
const statuses: Record<string, { meaning: string; example?: { code: string; title: string; detail: string } }> =
  statusTexts;

function problemExample(status: number): Json {
  const { code = '', title = '', detail = '' } = statuses[status]?.example ?? {};
  const errors = [{ path: 'limit', message: 'must be a whole number from 1 to 100' }];
  return { type: `urn:shirube:problem:${code}`, title, status, detail, code, ...(status === 400 ? { errors } : {}) };
}

function answerContent({ answerTypes = [] }: NamedRoute, schema: TSchema): Json {
  return {
    'application/json': { schema: plain(schema), example: exampleOf(schema) },
    ...Object.fromEntries(answerTypes.map((type) => [type, { schema: { type: 'string' } }])),
  };
}

function responses(route: NamedRoute): Json {
  const { method, schema, responseHeaders = {} } = route;
  const headers = Object.entries(responseHeaders).map(([name, description]): [string, Json] => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  const entries = Object.entries(schema.response).map(([status, answer]): [string, Json] => [
    status,
    {
      description: statuses[status]?.meaning ?? status,
      ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
      ...(status === '204' ? {} : { content: answerContent(route, answer) }),
    },
  ]);
  for (const status of problemsOf(route)) {
    const content = { 'application/problem+json': { schema: plain(Problem), example: problemExample(status) } };
    entries.push([String(status), { description: statuses[status]?.meaning ?? String(status), content }]);
  }
  if (method === 'GET' && responseHeaders.ETag) entries.push(['304', { description: statuses[304]?.meaning ?? '' }]);
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)));
}

function operation(route: NamedRoute): Json {
  const { params, querystring, headers, body } = route.schema;
  const { operationId, tag, bodyTypes = ['application/json'] } = route;
  const all = [...parameters('path', params), ...parameters('query', querystring), ...parameters('header', headers)];
  return {
    operationId,
    tags: [tag],
    summary: route.title,
    description: route.description.join(' '),
    ...(all.length > 0 ? { parameters: all } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              bodyTypes.map((type) => [type, { schema: plain(body), example: exampleOf(body) }]),
            ),
          },
        }
      : {}),
    ...(route.scope ? { security: [{ bearer: [] }] } : {}),
    ...(route.mayWait ? { 'x-may-wait': true } : {}),
    responses: responses(route),
  };
}

/** Generates the OpenAPI 3.1 document of all public routes from the contracts. */
export function openApiDocument() {
  const paths: { [path: string]: { [method: string]: Json } } = {};
  for (const route of routeList) {
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
    tags: [...new Set(routeList.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key: shk_ and 43 characters.' },
      },
      schemas: Object.fromEntries(Object.entries(components).map(([name, schema]) => [name, plain(schema, true)])),
    },
  };
}
