import { type TSchema, Type } from '@sinclair/typebox';
import { Problem } from '../problem.js';

/** What the services register and the OpenAPI document describes: one definition for both. */
export interface RouteContract {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  summary: string;
  description: string;
  schema: {
    params?: TSchema;
    querystring?: TSchema;
    headers?: TSchema;
    body?: TSchema;
    response: Record<number, TSchema>;
  };
  /** Media types that the body may have; JSON when left out. */
  bodyTypes?: readonly string[];
  /** Media types that the successful answer may have beside JSON; their text is described in words. */
  answerTypes?: readonly string[];
  /** Headers of the successful response, by name, with what they hold. */
  responseHeaders?: Record<string, string>;
  /** Whether a Bearer key is needed. */
  secured?: true;
}

export const define = <T extends RouteContract>(route: T): T => route;

export const ServiceParams = Type.Object({ id: Type.String({ description: 'Service id (UUIDv7).' }) });
export const NoParameters = Type.Object({}, { additionalProperties: false });
/** Whatever is asked, it may be asked wrongly, too often, or at a bad moment. */
export const anywhere = { 400: Problem, 429: Problem, 503: Problem };
export const caching = {
  ETag: 'Send it back as If-None-Match to get 304 while nothing has changed.',
  'Cache-Control': 'How long the answer may be kept.',
};
