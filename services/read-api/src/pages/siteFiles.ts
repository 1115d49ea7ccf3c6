import { type Database, listProviderDomains, listSitemapParts, readSitemapPart } from '@shirube/catalog';
import { type ListQuery, routes, type Service, type ServiceGroup } from '@shirube/contracts';
import { type App, routeNotFound } from '@shirube/service-kit';
import type { FastifyRequest } from 'fastify';
import { type Answer, createAnswer, parseAnswer } from '../answers/answer.js';
import type { AnswerCache, ReadAnswer } from '../answers/answerCache.js';
import { sendAnswer } from '../answers/sendAnswer.js';
import { originOf } from './publicOrigin.js';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML, and drops the characters that XML does not allow. */
const xmlText = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? '');

/** Returns an XML document of these elements. */
const xmlDocument = (...elements: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${elements.join('\n')}\n`;

interface SiteFilesOptions {
  database: Database;
  cache: AnswerCache;
  list: ReadAnswer<ListQuery>;
  publicUrl: string | undefined;
}

const feedLength = 50;
const sitemapSpace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/**
 * Serves the files that search engines, browsers and feed readers look for: sitemap, robots.txt, the search
 * description, feeds.
 */
export function serveSiteFiles(app: App, { database, cache, list, publicUrl }: SiteFilesOptions): void {
  const fileOf = (content: string, type: string, seconds: number): Answer =>
    createAnswer(content, {
      'content-type': `${type}; charset=utf-8`,
      'x-accel-expires': String(seconds),
      'cache-control': `public, max-age=${seconds}`,
    });
  const pagesFile = (pages: readonly { page: string; updatedAt: Date }[]): Answer => {
    const entries = pages.map(
      ({ page, updatedAt }) => `<url><loc>${xmlText(page)}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
    );
    const text = xmlDocument(`<urlset xmlns="${sitemapSpace}">`, ...entries, '</urlset>');
    return fileOf(text, 'application/xml', 600);
  };
  const origin = (request: FastifyRequest) => originOf(request, publicUrl);

  app.get('/robots.txt', (request, reply) => {
    const text = `User-agent: *\nDisallow: /account\nDisallow: /admin\nDisallow: /api/export\nSitemap: ${origin(request)}/sitemap.xml\n`;
    return sendAnswer(request, reply, fileOf(text, 'text/plain', 3_600));
  });

  app.get('/opensearch.xml', (request, reply) => {
    const template = xmlText(`${origin(request)}/?query={searchTerms}`);
    const text = xmlDocument(
      '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
      '<ShortName>Shirube 標</ShortName>',
      '<Description>APIs that are paid per request over x402</Description>',
      '<InputEncoding>UTF-8</InputEncoding>',
      `<Url type="text/html" method="get" template="${template}"/>`,
      '</OpenSearchDescription>',
    );
    return sendAnswer(request, reply, fileOf(text, 'application/opensearchdescription+xml', 86_400));
  });

  app.get('/sitemap.xml', (request, reply) => {
    const at = origin(request);
    const index = cache.get('sitemap', { at }, async () => {
      const parts = await listSitemapParts(database);
      const entries = parts.map(
        (changed, part) =>
          `<sitemap><loc>${xmlText(at)}/sitemap-${part + 1}.xml</loc><lastmod>${changed.toISOString()}</lastmod></sitemap>`,
      );
      if (parts.length > 0) entries.push(`<sitemap><loc>${xmlText(at)}/sitemap-providers.xml</loc></sitemap>`);
      const text = xmlDocument(`<sitemapindex xmlns="${sitemapSpace}">`, ...entries, '</sitemapindex>');
      return fileOf(text, 'application/xml', 600);
    });
    return sendAnswer(request, reply, index);
  });

  app.get<{ Params: { part: string } }>('/sitemap-:part(^[1-9]\\d{0,4}).xml', (request, reply) => {
    const at = origin(request);
    const part = Number(request.params.part) - 1;
    const urls = cache.get('sitemap', { at, part }, async () => {
      const services = await readSitemapPart(database, part);
      if (services.length === 0) throw routeNotFound();
      return pagesFile(services.map(({ id, updatedAt }) => ({ page: `${at}/services/${id}`, updatedAt })));
    });
    return sendAnswer(request, reply, urls);
  });

  app.get('/sitemap-providers.xml', (request, reply) => {
    const at = origin(request);
    const urls = cache.get('sitemap', { at, part: 'providers' }, async () => {
      const providers = await listProviderDomains(database);
      return pagesFile(
        providers.map(({ domain, updatedAt }) => ({
          page: `${at}/providers/${encodeURIComponent(domain)}`,
          updatedAt,
        })),
      );
    });
    return sendAnswer(request, reply, urls);
  });

  /** New and changed services, latest first, among those that the parameters of a list find. */
  app.get<{ Querystring: ListQuery }>(
    '/feed.atom',
    { schema: { querystring: routes.listServices.schema.querystring } },
    async (request, reply) => {
      const latest = { ...request.query, sortBy: 'updatedAt', sortOrder: 'desc', limit: feedLength } as const;
      const entries: (Service | ServiceGroup)[] = await parseAnswer(list(latest));
      const services = entries.map((entry) => ('service' in entry ? entry.service : entry));
      const text = feedOf(services, origin(request), request);
      return sendAnswer(request, reply, fileOf(text, 'application/atom+xml', 60));
    },
  );
}

type FeedRequest = Pick<FastifyRequest<{ Querystring: ListQuery }>, 'url' | 'query'>;

function feedOf(services: readonly Service[], at: string, { url: path, query }: FeedRequest): string {
  const title = ['Shirube 標', ...Object.values(query).flat()].join(' · ');
  const address = xmlText(at + path);
  const page = xmlText(`${at}/${path.replace(/^[^?]*/, '')}`);
  const entries = services.map(({ id, name, description, category, createdAt, updatedAt }) =>
    [
      `<entry><id>urn:uuid:${id}</id><title>${xmlText(name)}</title>`,
      `<link href="${xmlText(at)}/services/${id}"/><category term="${xmlText(category)}"/>`,
      `<published>${createdAt}</published><updated>${updatedAt}</updated>`,
      `<summary>${xmlText(description)}</summary></entry>`,
    ].join(''),
  );
  return xmlDocument(
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${address}</id><title>${xmlText(title)}</title><author><name>Shirube</name></author>`,
    `<link rel="self" href="${address}"/><link href="${page}"/>`,
    `<updated>${services[0]?.updatedAt ?? new Date(0).toISOString()}</updated>`,
    ...entries,
    '</feed>',
  );
}
