import {
  type Advice,
  DocumentFault,
  documentAllowances,
  documentLimits,
  parseForeignJson,
  valueAt,
} from '@shirube/domain';
import { type GuardedRequest, RequestFault } from '@shirube/outbound';
import { createLoadShedder } from '@shirube/service-kit';
import { type DeclaredResource, openapiResources, type Resource } from './openapiResources.js';
import { copyValue } from './selfContained.js';

/** What a manifest says about one resource. */
export interface ManifestResource extends Resource {
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
  /** The number of resources that it declares. */
  declared: number;
  /** Those that were chosen. */
  resources: ManifestResource[];
  faults: Advice[];
  /** Whether a document could not be fetched. It may still declare something. */
  isUnread: boolean;
}

const mostListed = 1_000;

// Of all documents that a process has fetched, one at a time is parsed and held in memory.
const documentsRead = createLoadShedder({ atOnce: 1, maxQueued: 1_000 });

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Returns the resources of a well-known document: objects in `items` (version 2) or addresses in `resources` (version
 * 1).
 */
function wellKnownResources(document: unknown, origin: string): DeclaredResource[] {
  const listed = valueAt(document, 'items') ?? valueAt(document, 'resources');
  if (!Array.isArray(listed)) return [];
  if (listed.length > mostListed)
    throw new DocumentFault(
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
      describe: (allowance) =>
        Object(copyValue({ tags, iconUrl: valueAt(resource, 'iconUrl'), ...(input ? { call } : {}) }, allowance)),
    };
  });
}

/** Where an origin may declare what it sells, the most detailed document first. */
const documents = [
  ['/openapi.json', openapiResources],
  ['/.well-known/x402.json', wellKnownResources],
  ['/.well-known/x402', wellKnownResources],
] as const;

interface ReadManifestOptions {
  request: GuardedRequest;
  userAgent: string;
  /** Any address of the origin. */
  url: string;
  signal?: AbortSignal | undefined;
}

/** Returns the declared resources to describe. */
type Choose = (declared: DeclaredResource[]) => DeclaredResource[] | Promise<DeclaredResource[]>;

/** Describes resources one after the other, and lets other work have a turn in between. */
async function described(chosen: readonly DeclaredResource[]): Promise<ManifestResource[]> {
  const nextAllowance = documentAllowances();
  const resources: ManifestResource[] = [];
  for (const { describe, ...resource } of chosen) {
    await new Promise(setImmediate);
    try {
      resources.push({ ...resource, details: describe(nextAllowance()) });
    } catch (error) {
      if (!(error instanceof DocumentFault)) throw error;
      resources.push({ ...resource, details: {}, fault: error });
    }
  }
  return resources;
}

/**
 * Reads what an origin declares to sell: one document after the other, until one declares something. Only the chosen
 * resources are described.
 */
export async function readManifest(
  { request, userAgent, url, signal }: ReadManifestOptions,
  choose: Choose,
): Promise<Manifest> {
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
        mostBytes: documentLimits.bytes,
        signal,
      });
      isUnread ||= status === 429 || status >= 500;
      if (status !== 200) continue;
      if (!body)
        throw new DocumentFault(
          `is larger than ${documentLimits.bytes} bytes: make it smaller`,
          `${documentLimits.bytes}バイトを超えています。小さくしてください。`,
        );
      const found = await documentsRead.pass(async () => {
        const declared = resourcesOf(parseForeignJson(body.toString()), origin);
        return { declared: declared.length, resources: await described(await choose(declared)) };
      });
      if (found.declared > 0) return { source: path, ...found, faults, isUnread: false };
    } catch (error) {
      if (error instanceof RequestFault) return { declared: 0, resources: [], faults, isUnread: true };
      if (!(error instanceof DocumentFault)) throw error;
      faults.push({ message: `${path} ${error.message}.`, messageJa: `${path}：${error.messageJa}` });
    }
  }
  return { declared: 0, resources: [], faults, isUnread };
}
