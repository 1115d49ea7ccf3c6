import type { operations as types } from './contract.js';
import type { ListPage } from './listPage.js';
import type { operations } from './operations.js';
import type * as api from './schemas.js';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The API key; the client's key by default. Only operations that need one send it. */
  key?: string | undefined;
  /** Whether to bypass caches, so that the response includes the latest changes. */
  fresh?: boolean;
  /** Called with the response headers: the `ETag` of a service, a `Link` to the service that had its endpoint first. */
  onHeaders?: (headers: Headers) => void;
  /**
   * Up to 255 characters. Sending the same registration again within a day returns the existing service in its current
   * state instead of creating a second one. Set it to be able to retry when the response is lost.
   */
  idempotencyKey?: string;
  /** The ETag of the detail. If the service has changed since, nothing is done and the call rejects with 412. */
  ifMatch?: string;
  /** Seconds to wait until a change is searchable, up to 30. */
  wait?: number;
}

type Query<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;
type QueryArguments<Q> = [Q] extends [never] ? [] : Record<never, never> extends Q ? [query?: Q] : [query: Q];
type Arguments<O> = [
  ...(O extends { parameters: { path: object } } ? [id: string] : []),
  ...QueryArguments<Query<O>>,
  ...(O extends { requestBody: { content: infer Content } } ? [body: Content[keyof Content]] : []),
  options?: CallOptions,
];

type Json<Response> = Response extends { content: { 'application/json': infer Value } } ? Value : undefined;
type Answer<O> = O extends { responses: infer R } ? Json<R[keyof R & (200 | 201 | 202 | 204)]> : never;
type Result<Name extends keyof types> = (typeof operations)[Name] extends { isList: true }
  ? Answer<types[Name]> extends (infer Item)[]
    ? ListPage<Item>
    : never
  : Answer<types[Name]>;

/** What operations return without and with `group`. */
interface Grouped {
  listServices: [ListPage, ListPage<api.ServiceGroup>];
  searchCatalog: [api.KeywordSearchResult, api.KeywordSearchGroups];
  searchIntent: [api.IntentSearchResult, api.IntentSearchGroups];
}

type GroupedArguments<Name extends keyof Grouped, Q> = [
  ...(Name extends 'listServices' ? [query?: Q] : [query: Q]),
  options?: CallOptions,
];

/** A method for each operation of the API: its id, query and body, as far as it has them, and options. */
export type Methods = {
  [Name in keyof Grouped]: <const Q extends Query<types[Name]>>(
    ...args: GroupedArguments<Name, Q>
  ) => Promise<Grouped[Name][Q extends { group: 'provider' } ? 1 : 0]>;
} & {
  [Name in Exclude<keyof types, keyof Grouped>]: (...args: Arguments<types[Name]>) => Promise<Result<Name>>;
};
