import { type ListingRefusal, requestListing, storeListing } from '@shirube/catalog';
import type { Candidate, Preview, RegistrationResults } from '@shirube/contracts';
import { endpointHost, hostNames } from '@shirube/domain';
import { conflict, forbidden, networkPrefix, tooManyRequests, unprocessable } from '@shirube/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RegisterOptions } from './register.js';
import type { Access } from './writeRoutes.js';

const refusals: Record<ListingRefusal, () => Error> = {
  too_often: () => tooManyRequests(3_600),
  blocked: () => forbidden('This host is not listed here.'),
  domain_full: () =>
    forbidden('Too many services of this domain belong to nobody: prove that it is yours (POST /api/accounts).'),
  refused: () =>
    forbidden(
      'The operator has refused to list what this host sells: prove that it is yours (POST /api/accounts), or ask the operator.',
    ),
  catalog_full: () =>
    forbidden('Too many services belong to nobody: open an account (POST /api/accounts) to list yours.'),
};

interface OpenListingOptions extends Pick<RegisterOptions, 'database' | 'enqueue'> {
  write: Access['write'];
  isReviewed: boolean;
  preview(request: FastifyRequest, url: string): Promise<Preview>;
}

/** Lists what a URL sells for a caller without a key, or keeps it for an operator to review. */
export async function listOpenly(
  request: FastifyRequest,
  reply: FastifyReply,
  url: string,
  { database, enqueue, write, isReviewed, preview }: OpenListingOptions,
): Promise<RegistrationResults> {
  const listing = await write(() => requestListing(database, url, networkPrefix(request.ip), isReviewed));
  if ('refusal' in listing) throw refusals[listing.refusal]();
  const { faults, candidates } = await preview(request, url);
  const { provider } = hostNames(endpointHost(url));
  // Documents may name what others sell.
  const own = candidates.filter(({ endpoint }) => hostNames(endpointHost(endpoint)).provider === provider);
  const registrations = own.flatMap(({ registration }) => registration ?? []);
  if (registrations.length === 0) throw notSelling(faults, own);
  const stored = await write(() => storeListing(database, listing, registrations, isReviewed));
  if ('refusal' in stored) throw refusals[stored.refusal]();
  const { listed, exists } = stored;
  if (listed.size === 0) throw conflict('already_listed', 'All of it is listed already.', exists);
  enqueue([...listed.values()].flatMap((id) => id ?? []));
  reply.code(isReviewed ? 202 : 201);
  return { faults, results: own.map((candidate) => resultOf(candidate, listed)) };
}

function resultOf(
  { endpoint, registration, faults }: Candidate,
  listed: ReadonlyMap<string, string | undefined>,
): RegistrationResults['results'][number] {
  const id = listed.get(endpoint);
  if (!registration) return { endpoint, outcome: 'faulty', faults };
  if (!listed.has(endpoint)) return { endpoint, outcome: 'exists', faults };
  return id ? { endpoint, outcome: 'registered', id, faults } : { endpoint, outcome: 'waiting', faults };
}

function notSelling(faults: Preview['faults'], candidates: readonly Candidate[]): Error {
  const found = [
    ...faults.map(({ message }) => ({ path: 'url', message })),
    ...candidates.flatMap(({ endpoint, faults }) => faults.map(({ message }) => ({ path: endpoint, message }))),
  ];
  return unprocessable('not_selling', `Nothing there can be paid. ${found[0]?.message ?? ''}`.trimEnd(), {
    faults: found.slice(0, 20),
  });
}
