import {
  adviceOf,
  type Candidate,
  detailsOf,
  endpointKey,
  type Finding,
  faultSentences,
  type Preview,
  readRegistration,
  soundDetails,
  valueAt,
} from '@shirube/contracts';
import { checkEndpoint, type ManifestResource, readManifest } from '@shirube/trust/monitor';
import { toRegistration } from '../mirroring/toRegistration.js';

export type PreviewOptions = Parameters<typeof readManifest>[0];

/** So many resources of one origin are asked, some at a time: more are registered one by one. */
const mostAsked = 50;
const atOnce = 4;

/** An endpoint with its placeholders filled by the examples that were given. */
const filled = (endpoint: string, examples: unknown): string =>
  endpoint.replace(/\{([^{}]+)\}/g, (placeholder, name) => {
    const example = valueAt(examples, name);
    return example === undefined ? placeholder : encodeURIComponent(String(example));
  });

/** Asks a resource as a client would that has not paid, and makes a registration of what it asks for. */
export async function previewResource(
  resource: ManifestResource,
  options: Omit<PreviewOptions, 'url'>,
): Promise<Candidate> {
  const { endpoint, method, details, fault } = resource;
  const faults: Finding[] = fault === undefined ? [] : [{ code: 'manifest', message: `Its description ${fault}.` }];
  const address = filled(endpoint, valueAt(details, 'call', 'examples', 'pathParams'));
  const { check, optedOut, challenge } = await checkEndpoint({ ...options, endpoint: address, method });
  const advice = optedOut
    ? 'Its host does not want to be checked (Shirube-Monitor: no): remove that header.'
    : adviceOf(check);
  if (advice !== undefined) faults.push({ code: check.verdict, message: advice });
  const asked = {
    endpoint,
    ...(check.method === undefined ? {} : { method: check.method }),
    ...(check.httpStatus === undefined ? {} : { httpStatus: check.httpStatus }),
  };
  if (optedOut || !challenge) return { ...asked, accepts: [], faults };

  const { serviceName, description, tags } = challenge.resource;
  const item = {
    resource: endpoint,
    serviceName: resource.name ?? serviceName,
    description: resource.description ?? description,
    tags: resource.tags ?? tags,
    accepts: challenge.offers,
  };
  const accepts = challenge.offers;
  const mapped = toRegistration(item);
  if ('obstacle' in mapped) {
    if (advice === undefined) faults.push({ code: 'payment', message: `It cannot be registered: ${mapped.detail}.` });
    return { ...asked, accepts, faults };
  }
  const said = { ...challenge.details, ...detailsOf(details) };
  const read = readRegistration({ ...mapped.registration, ...said });
  if (!('faults' in read)) return { ...asked, registration: read.registration, accepts, faults };
  faults.push(...faultSentences(read).map((message) => ({ code: 'details', message: `Left out: ${message}` })));
  return { ...asked, registration: { ...mapped.registration, ...soundDetails(said) }, accepts, faults };
}

/** Reads what an origin sells, asks each resource for its price, and makes registrations of what is sound. */
export async function previewOrigin(options: PreviewOptions): Promise<Preview> {
  const { source, resources, faults } = await readManifest(options);
  const pasted = endpointKey(options.url);
  const own = resources.filter(({ endpoint }) => endpointKey(endpoint) === pasted);
  const isPage = new URL(options.url).pathname === '/' && resources.length > 0;
  const others = resources.filter((resource) => !own.includes(resource));
  const all = [...(own.length > 0 || isPage ? own : [{ endpoint: options.url, details: {} }]), ...others];
  const findings = faults.map((message) => ({ code: 'manifest', message }));
  if (all.length > mostAsked) {
    const message = `${source} declares ${all.length} paid resources, and the first ${mostAsked} were asked: register the others by their addresses.`;
    findings.push({ code: 'manifest', message });
  }
  const asked = all.slice(0, mostAsked);
  const candidates: Candidate[] = [];
  const waiting = asked.entries();
  const work = async () => {
    for (const [place, resource] of waiting) candidates[place] = await previewResource(resource, options);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { ...(source === undefined ? {} : { source }), faults: findings, candidates };
}
