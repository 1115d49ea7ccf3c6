import { type Database, findOwnAt, type Register } from '@shirube/catalog';
import type { Candidate, RegistrationResults } from '@shirube/contracts';

/** Registers a resource that was found, unless it is not sound or the account has its endpoint already. */
export async function registerCandidate(
  { endpoint, registration, faults }: Candidate,
  { database, register, accountId }: { database: Database; register: Register; accountId: string },
): Promise<RegistrationResults['results'][number]> {
  if (!registration) return { endpoint, outcome: 'faulty', faults };
  const id = await findOwnAt(database, accountId, endpoint);
  if (id !== undefined) return { endpoint, outcome: 'exists', id, faults };
  const result = await register(registration, { accountId });
  if (!('service' in result)) throw new Error('a registration without a key was taken for another');
  return { endpoint, outcome: 'registered', id: result.service.id, faults };
}
