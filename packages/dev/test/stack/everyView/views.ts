import { isDeepStrictEqual } from 'node:util';
import { type Database, listNewest, readCatalog } from '@shirube/catalog';
import type { ChangesPage, ExportDocument, Service, ServiceDetail } from '@shirube/contracts';
import { applyChange } from './eventFollower.js';

/** The catalog as one of its readers sees it: services sorted by id. */
export type View = Service[];

/** Removes what comes from challenges: it is not a change of the catalog, and not every view has it. */
const registered = ({ accepts: _accepts, sources: _sources, ...service }: ServiceDetail): Service => service;

const byId = (services: Iterable<Service>): View =>
  [...services].map(registered).sort((a, b) => (a.id < b.id ? -1 : 1));

async function get(url: string): Promise<Response> {
  const answer = await fetch(url, { headers: { 'cache-control': 'no-cache' } });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer;
}

export async function inPostgres(database: Database): Promise<View> {
  const { services } = await listNewest(database, { limit: 100_000 });
  return byId(services.filter(({ moderation }) => moderation?.state !== 'hidden'));
}

/** Returns what lists show: of copies that one account has registered, only the first. */
export async function listedInPostgres(database: Database): Promise<View> {
  const services: Service[] = [];
  for await (const page of readCatalog(database)) services.push(...page.map(({ service }) => registered(service)));
  return services;
}

/** Returns the content of the index, which serves the lists. */
export async function inIndex(url: string): Promise<View> {
  const services: Service[] = [];
  for (;;) {
    const answer = await get(`${url}/api/services?limit=100&sortBy=name&offset=${services.length}`);
    const page = (await answer.json()) as Service[];
    services.push(...page);
    if (page.length < 100) return byId(services);
  }
}

export async function inChanges(url: string): Promise<View> {
  const services = new Map<string, Service>();
  let since = '';
  for (;;) {
    const answer = await get(`${url}/api/changes?limit=50${since}`);
    const { changes, cursor, more } = (await answer.json()) as ChangesPage;
    for (const change of changes) applyChange(services, change);
    since = `&since=${cursor}`;
    if (!more) return byId(services.values());
  }
}

export async function inFullExport(url: string): Promise<View> {
  const lines = (await (await get(`${url}/api/export?format=ndjson`)).text()).trimEnd().split('\n');
  return lines.slice(1, -1).map((line) => {
    const {
      uptimeScore: _uptime,
      lastChecked: _checked,
      txCount: _count,
      totalRevenue: _sum,
      // Data from challenges changes between reads, and other views show it in another form.
      observed: _seen,
      ...service
    } = JSON.parse(line);
    return service;
  });
}

/** Returns the entries of the export for scanners. */
export async function inExport(url: string): Promise<ExportDocument['endpoints']> {
  return ((await (await get(`${url}/api/export`)).json()) as ExportDocument).endpoints;
}

/** Returns the expected entries of that export, without the category labels. */
export const asExported = (view: View) =>
  view.map(({ id, name, endpoint, pricing, x402Config, trustScore, status }) => ({
    id,
    name,
    endpoint,
    pricing: { currency: pricing.currency, pricePerRequest: pricing.pricePerRequest },
    x402Config,
    trustScore,
    status,
  }));

/**
 * Whether a follower of the changes has the content of Postgres. A trust score from the monitor is only reported once
 * it differs by 2 from the last reported one.
 */
export function isUpToDate(view: View, truth: View): boolean {
  return (
    view.length === truth.length &&
    view.every(({ trustScore, ...service }, at) => {
      const { trustScore: trust = Number.NaN, ...held } = truth[at] ?? {};
      return Math.abs(trustScore - trust) < 2 && isDeepStrictEqual(service, held);
    })
  );
}

export const seenBy = (services: ReadonlyMap<string, Service>): View => byId(services.values());
