import { type Database, findProvider, listProviders, type ProviderCursor } from '@shirube/catalog';
import { type ProvidersQuery, routes } from '@shirube/contracts';
import { hostNames } from '@shirube/domain';
import { type App, notFound, validationFailed } from '@shirube/service-kit';
import fastJson from 'fast-json-stringify';
import { createAnswer } from './answers/answer.js';
import type { AnswerCache, ReadAnswer } from './answers/answerCache.js';
import { serveAnswers } from './answers/serveAnswers.js';

const stringifyList = fastJson(routes.listProviders.schema.response[200]);
const stringifyOne = fastJson(routes.getProvider.schema.response[200]);

/** Reads about providers. One that has no service is a 404. */
export interface ProviderReads {
  list: ReadAnswer<ProvidersQuery>;
  one: ReadAnswer<string>;
}

export function createProviderReads(database: Database, answers: AnswerCache): ProviderReads {
  return {
    list: (query) =>
      answers.get('providers', query, async () => {
        const { after, limit = 20, ...rest } = query;
        const cursor = after === undefined ? undefined : readCursor(after, rest.sortBy);
        const { total, providers, next } = await listProviders(database, { ...rest, limit, cursor });
        const parameters = new URLSearchParams(
          Object.entries({ ...rest, limit }).map(([name, value]): [string, string] => [name, String(value)]),
        );
        const page = (more = '') => `<${routes.listProviders.url}?${parameters}${more}>`;
        const links = [
          `${page()}; rel="first"`,
          ...(next ? [`${page(`&after=${writeCursor(next, rest.sortBy)}`)}; rel="next"`] : []),
        ];
        return createAnswer(stringifyList(providers), { 'x-total-count': String(total), link: links.join(', ') });
      }),
    one: (domain) =>
      answers.get('provider', { domain }, async () => {
        // A host is that of its provider.
        const provider = await findProvider(database, hostNames(domain.toLowerCase()).provider);
        if (!provider) throw notFound('provider_not_found', 'No service is offered at this domain.');
        return createAnswer(stringifyOne(provider));
      }),
  };
}

/** Encodes a cursor for a link, with the order that it belongs to. It is opaque to clients. */
const writeCursor = ({ key, domain }: ProviderCursor, sortBy = 'trust'): string =>
  Buffer.from(JSON.stringify([sortBy, key, domain])).toString('base64url');

function readCursor(text: string, sortBy = 'trust'): ProviderCursor {
  const [order, key, domain] = parseCursor(text);
  if (order === sortBy && Number.isSafeInteger(key) && typeof domain === 'string') return { key: Number(key), domain };
  const message = 'must be taken from the Link header of a list with the same sortBy';
  throw validationFailed({ faults: [{ path: 'after', message }] });
}

function parseCursor(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

/** Serves the routes of these reads. */
export function serveProviders(app: App, { list, one }: ProviderReads): void {
  serveAnswers(app, routes.listProviders, list);
  serveAnswers(app, routes.getProvider, (_query, { domain }) => one(domain));
}
