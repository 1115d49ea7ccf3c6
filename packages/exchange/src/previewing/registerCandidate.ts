import { type Database, newService, registerAbsent } from '@shirube/catalog';
import type { Candidate, RegistrationResults } from '@shirube/contracts';
import type { Reach } from '@shirube/service-kit';

interface CandidateOptions {
  database: Database;
  accountId: string;
  reach?: Reach;
}

/** Registers a resource that was found, unless it has faults or the account has its endpoint already. */
export async function registerCandidate(
  { endpoint, registration, faults }: Candidate,
  { database, accountId, reach = (work) => work() }: CandidateOptions,
): Promise<RegistrationResults['results'][number]> {
  if (!registration) return { endpoint, outcome: 'faulty', faults };
  const service = newService(registration);
  const id = await reach(() => registerAbsent(database, service, accountId));
  return { endpoint, outcome: id === service.id ? 'registered' : 'exists', id, faults };
}
