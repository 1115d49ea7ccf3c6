import {
  type Candidate,
  detailsOf,
  type Finding,
  type Preview,
  readRegistration,
  validDetails,
  visibleOption,
} from '@shirube/contracts';
import {
  adviceOf,
  disagreeingAdvice,
  endpointKey,
  leftOutAdvice,
  obstacleAdvice,
  optedOutAdvice,
  valueAt,
} from '@shirube/domain';
import { type ManifestResource, readManifest } from '../manifest/readManifest.js';
import { checkEndpoint, filledTemplate } from '../monitor/checkEndpoint.js';
import { compareTerms } from '../monitor/compareTerms.js';
import { toRegistration } from './toRegistration.js';

type PreviewOptions = Parameters<typeof readManifest>[0];

/** The limit for the resources of one origin, a few at a time. More must be registered one by one. */
const mostResources = 50;
const atOnce = 4;

/** Requests a resource as a client that has not paid, and derives a registration from the challenge. */
export async function previewResource(
  resource: ManifestResource,
  options: Omit<PreviewOptions, 'url'>,
): Promise<Candidate> {
  const { endpoint, method, details, fault } = resource;
  const faults: Finding[] = fault
    ? [
        {
          code: 'manifest',
          message: `Its description ${fault.message}.`,
          messageJa: `APIの説明を読み取れません。${fault.messageJa}`,
        },
      ]
    : [];
  const address = filledTemplate(endpoint, valueAt(details, 'call', 'examples', 'pathParams'));
  const { check, optedOut, challenge } = await checkEndpoint({ ...options, endpoint: address, method });
  const advice = optedOut ? optedOutAdvice : adviceOf(check);
  if (advice) faults.push({ code: check.verdict, ...advice });
  const request = {
    endpoint,
    ...(check.method === undefined ? {} : { method: check.method }),
    ...(check.httpStatus === undefined ? {} : { httpStatus: check.httpStatus }),
  };
  if (optedOut || !challenge) return { ...request, accepts: [], faults };

  const { serviceName, description, tags } = challenge.resource;
  const item = {
    resource: endpoint,
    serviceName: resource.name ?? serviceName,
    description: resource.description ?? description,
    tags: resource.tags ?? tags,
    accepts: challenge.offers,
  };
  const accepts = challenge.offers.map(visibleOption);
  const mapped = toRegistration(item);
  if ('obstacle' in mapped) {
    if (!advice) faults.push({ code: 'payment', ...obstacleAdvice(mapped.obstacle, mapped.detail) });
    return { ...request, accepts, faults };
  }
  const { pricing, x402Config } = mapped.registration;
  const declared = { price: pricing.pricePerRequest, currency: pricing.currency, payTo: x402Config.paymentAddress };
  const { verdict } = compareTerms({ ...declared, network: x402Config.network }, challenge.offers);
  if (verdict !== 'ok') faults.push({ code: verdict, ...disagreeingAdvice });
  const declaredDetails = { ...challenge.details, ...detailsOf(details) };
  const read = readRegistration({ ...mapped.registration, ...declaredDetails });
  if (!('faults' in read)) return { ...request, registration: read.registration, accepts, faults };
  faults.push(...read.faults.map((fault) => ({ code: 'details', ...leftOutAdvice(fault) })));
  return { ...request, registration: { ...mapped.registration, ...validDetails(declaredDetails) }, accepts, faults };
}

/** Reads what an origin sells, requests the price of each resource, and creates registrations for the valid ones. */
export async function previewOrigin(options: PreviewOptions): Promise<Preview> {
  const pasted = endpointKey(options.url);
  const isOwn = ({ endpoint }: { endpoint: string }) => endpointKey(endpoint) === pasted;
  const { source, declared, resources, faults } = await readManifest(options, (all) =>
    [...all.filter(isOwn), ...all.filter((resource) => !isOwn(resource))].slice(0, mostResources),
  );
  const isPage = new URL(options.url).pathname === '/' && resources.length > 0;
  const all = resources.some(isOwn) || isPage ? resources : [{ endpoint: options.url, details: {} }, ...resources];
  const findings = faults.map((fault) => ({ code: 'manifest', ...fault }));
  if (declared > resources.length || all.length > mostResources) {
    findings.push({
      code: 'manifest',
      message: `${source} declares ${declared} paid resources, and the first ${mostResources} were checked: register the others by their addresses.`,
      messageJa: `${source}に有料リソースが${declared}件あり、最初の${mostResources}件だけを確認しました。残りはアドレスを指定して登録してください。`,
    });
  }
  const chosen = all.slice(0, mostResources);
  const candidates: Candidate[] = [];
  const waiting = chosen.entries();
  const work = async () => {
    for (const [place, resource] of waiting) candidates[place] = await previewResource(resource, options);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { ...(source === undefined ? {} : { source }), faults: findings, candidates };
}
