import { type Database, newService, registerAbsent } from '@shirube/catalog';
import type { Candidate, Finding, RegistrationResults } from '@shirube/contracts';
import type { Reach } from '@shirube/service-kit';

interface CandidateOptions {
  database: Database;
  accountId: string;
  /** How many services the account may have, unless it has a quota of its own; any number by default. */
  usualQuota?: number | undefined;
  reach?: Reach;
  /** Returns why the account may not register an endpoint, if so. */
  refusal?: (endpoint: string) => Finding | undefined;
}

const noRoom = {
  code: 'too_many_services',
  message: 'This account has as many services as it may have: remove one, or ask the operator for a higher quota.',
  messageJa:
    'このアカウントは登録できるサービス数の上限に達しています。サービスを削除するか、運営者に上限の引き上げを依頼してください。',
};

/** Registers a resource that was found, unless it has faults or the account has its endpoint already. */
export async function registerCandidate(
  { endpoint, registration, faults }: Candidate,
  { database, accountId, usualQuota, reach = (work) => work(), refusal = () => undefined }: CandidateOptions,
): Promise<RegistrationResults['results'][number]> {
  const refused = refusal(endpoint);
  if (!registration || refused) return { endpoint, outcome: 'faulty', faults: refused ? [...faults, refused] : faults };
  const service = newService(registration);
  const id = await reach(() => registerAbsent(database, service, { accountId, usualQuota }));
  if (id === undefined) return { endpoint, outcome: 'faulty', faults: [...faults, noRoom] };
  return { endpoint, outcome: id === service.id ? 'registered' : 'exists', id, faults };
}
