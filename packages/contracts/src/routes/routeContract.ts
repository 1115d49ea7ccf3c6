import { type TSchema, Type } from '@sinclair/typebox';
import type { Scope } from '../accountKeys.js';

/**
 * All that is written down about a route. The services register it, and the OpenAPI document, the reference, the client,
 * the gateway and the tables of the documentation follow from it.
 */
export interface RouteContract {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  title: string;
  /** Sentences that describe it. */
  description: readonly string[];
  schema: {
    params?: TSchema;
    querystring?: TSchema;
    headers?: TSchema;
    body?: TSchema;
    /** The successful response, by status. */
    response: Record<number, TSchema>;
  };
  /** The scope of the key that is required, if any. */
  scope?: Scope;
  /** Whether it may take up to 30 s, because it waits for a check, a proof or another host. */
  mayWait?: boolean;
  /** Statuses of problems in addition to those that follow from its method, key and body. */
  problems?: readonly number[];
  /** Media types of the request body. JSON by default. */
  bodyTypes?: readonly string[];
  /** Media types of the successful response besides JSON. Their content is described in prose only. */
  answerTypes?: readonly string[];
  /** Headers of the successful response, with a description by name. */
  responseHeaders?: Record<string, string>;
}

type Method = RouteContract['method'];
type Schema = RouteContract['schema'];
type Details = Omit<RouteContract, 'method' | 'url' | 'schema'>;

/** A public route. */
export const open = <S extends Schema>(method: Method, url: string, schema: S, details: Details) => ({
  ...details,
  method,
  url,
  schema,
});

/** A route that requires a key; one that may change services unless the details say otherwise. */
export const keyed = <S extends Schema>(method: Method, url: string, schema: S, details: Details) =>
  open(method, url, schema, { scope: 'services:write', ...details });

/** A public, cacheable GET route. */
export const read = <Query extends TSchema, Answer extends TSchema>(
  url: string,
  querystring: Query,
  answer: Answer,
  details: Details,
) => open('GET', url, { querystring, response: { 200: answer } }, { responseHeaders: cachingHeaders, ...details });

/** The same for one service. */
export const readOne = <Query extends TSchema, Answer extends TSchema>(
  path: string,
  querystring: Query,
  answer: Answer,
  details: Details,
) =>
  open(
    'GET',
    `/api/services/:id${path}`,
    { params: ServiceParams, querystring, response: { 200: answer } },
    { problems: [404, 410], responseHeaders: cachingHeaders, ...details },
  );

/** A GET route that requires a key. */
export const readWithKey = <Query extends TSchema, Answer extends TSchema>(
  url: string,
  querystring: Query,
  answer: Answer,
  details: Details,
) => keyed('GET', url, { querystring, response: { 200: answer } }, details);

/** A POST route with a body that requires a key. */
export const postWithKey = <Body extends TSchema, Response extends Schema['response']>(
  url: string,
  body: Body,
  response: Response,
  details: Details,
) => keyed('POST', url, { querystring: NoParameters, body, response }, details);

/** A DELETE route that requires a key. It responds with 404 if there is nothing to remove. */
export const removeWithKey = <Params extends TSchema>(url: string, params: Params, details: Details) =>
  keyed(
    'DELETE',
    url,
    { params, querystring: NoParameters, response: { 204: Type.Null() } },
    { problems: [404], ...details },
  );

/** Returns the statuses of all problems that a route may respond with. */
export function problemsOf({ method, schema, scope, problems = [] }: RouteContract): number[] {
  return [
    // Any request may be malformed, rate limited, or shed under overload.
    ...[400, 429, 503],
    ...(scope ? [401, 403] : []),
    ...(schema.body ? [408, 413, 415] : []),
    // The response to a write may be lost.
    ...(method === 'GET' ? [] : [504]),
    ...problems,
  ];
}

export const KeyParams = Type.Object({ id: Type.String({ description: 'The id of the key.' }) });
export const ServiceParams = Type.Object({ id: Type.String({ description: 'Service id (UUIDv7).' }) });
export const NoParameters = Type.Object({}, { additionalProperties: false });
export const cachingHeaders = {
  ETag: 'Send it back as If-None-Match to get 304 while nothing has changed.',
  'Cache-Control': 'How long the answer may be cached.',
};
