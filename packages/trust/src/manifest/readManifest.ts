import { type Advice, valueAt } from '@shirube/contracts';
import { type GuardedRequest, RequestFault } from '@shirube/outbound';
import { openapiResources } from './openapiResources.js';
import { ManifestFault } from './selfContained.js';

/** What a manifest says about one resource. This is untrusted input that is not validated yet. */
export interface ManifestResource {
  endpoint: string;
  method?: string | undefined;
  name?: unknown;
  description?: unknown;
  tags?: unknown;
  details: object;
  /** Why part of it could not be read: the text after its name, in English and in Japanese. */
  fault?: Advice;
}

/**
 * The paid resources that an origin declares, from the first document that has any, and the faults of the documents.
 */
export interface Manifest {
  /** The path of the document; undefined if none declares a paid resource. */
  source?: string;
  resources: ManifestResource[];
  faults: Advice[];
  /** Whether a document could not be fetched. It may still declare something. */
  isUnread: boolean;
}

const mostBytes = 4 * 1024 * 1024;
const mostListed = 1_000;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Returns the resources of a well-known document: objects in `items` (version 2) or addresses in `resources` (version
 * 1).
 */
function wellKnownResources(document: unknown, origin: string): ManifestResource[] {
  const listed = valueAt(document, 'items') ?? valueAt(document, 'resources');
  if (!Array.isArray(listed)) return [];
  if (listed.length > mostListed)
    throw new ManifestFault(
      `lists ${listed.length} resources, and at most ${mostListed} are read: list fewer`,
      `リソースが${listed.length}件あります。読み取れるのは${mostListed}件までです。件数を減らしてください。`,
    );
  return listed.flatMap((item) => {
    const resource = valueAt(item, 'resource');
    const url = text(item) ?? text(resource) ?? text(valueAt(resource, 'url'));
    // A document may only speak for its own host.
    if (url === undefined || !URL.canParse(url, origin) || new URL(url, origin).host !== new URL(origin).host)
      return [];
    const input = valueAt(item, 'input');
    const route = text(valueAt(input, 'routeTemplate'));
    const { method, pathParams, queryParams, headers, body, bodyType } = Object(input);
    const tags = valueAt(resource, 'tags');
    const call = { type: valueAt(item, 'type') ?? 'http', method, pathParams, queryParams, headers, body, bodyType };
    return {
      endpoint: route === undefined ? new URL(url, origin).href : new URL(origin).origin + route,
      method: text(method)?.toUpperCase(),
      name: valueAt(resource, 'serviceName'),
      description: valueAt(resource, 'description'),
      tags,
      details: { tags, iconUrl: valueAt(resource, 'iconUrl'), ...(input ? { call } : {}) },
    };
  });
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new ManifestFault(
      'is not JSON: serve JSON, or answer 404',
      'JSONではありません。JSONか404を返してください。',
    );
  }
}

/** Where an origin may declare what it sells, the most detailed document first. */
const documents = [
  ['/openapi.json', openapiResources],
  ['/.well-known/x402.json', wellKnownResources],
  ['/.well-known/x402', wellKnownResources],
] as const;

export interface ReadManifestOptions {
  request: GuardedRequest;
  userAgent: string;
  /** Any address of the origin. */
  url: string;
  signal?: AbortSignal | undefined;
}

/** Reads what an origin declares to sell: one document after the other, until one declares something. */
export async function readManifest({ request, userAgent, url, signal }: ReadManifestOptions): Promise<Manifest> {
  const { origin } = new URL(url);
  const faults: Advice[] = [];
  let isUnread = false;
  for (const [path, resourcesOf] of documents) {
    try {
      const { status, body } = await request(origin + path, {
        method: 'GET',
        headers: { 'user-agent': userAgent, accept: 'application/json' },
        redirects: 3,
        wantsBody: (answer) => answer.status === 200,
        mostBytes,
        signal,
      });
      isUnread ||= status === 429 || status >= 500;
      if (status !== 200) continue;
      if (!body)
        throw new ManifestFault(
          `is larger than ${mostBytes} bytes: make it smaller`,
          `${mostBytes}バイトを超えています。小さくしてください。`,
        );
      const resources = resourcesOf(parsed(body), origin);
      if (resources.length > 0) return { source: path, resources, faults, isUnread: false };
    } catch (error) {
      if (error instanceof RequestFault) return { resources: [], faults, isUnread: true };
      if (!(error instanceof ManifestFault)) throw error;
      faults.push({ message: `${path} ${error.message}.`, messageJa: `${path}：${error.messageJa}` });
    }
  }
  return { resources: [], faults, isUnread };
}
