import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { OwnerVerified, ServiceDetail } from '@shirube/contracts';
import { endpointHost } from '@shirube/domain';
import { noteAccountProof } from '../accounts/accountProofs.js';
import { operatorAccount } from '../accounts/accounts.js';
import { listActions, recordAction, withAudit } from '../admin/auditLog.js';
import type { Database } from '../database.js';
import { type EditConditions, type EditRefusal, withEditable } from './editService.js';
import { type ServiceRow, serviceColumns, toService } from './serviceRow.js';

/** A challenge to the owner of a service, with the service it is about. */
export interface OwnerChallenge {
  service: ServiceDetail;
  accountId: string;
  token: string;
  expiresAt: Date;
}

type Found<Challenge> = { outcome: 'done'; challenge: Challenge } | { outcome: EditRefusal };
type ClaimRow = { account_id: string; token: string; expires_at: Date };

const isLive = 'owner_claims.expires_at > now() and owner_claims.account_id = services.account_id';

// A challenge that has not expired is kept, because a proof published for it may take a while to become visible.
const issue = `
  insert into owner_claims (service_id, account_id, token, expires_at)
  select id, account_id, $2, now() + interval '7 days' from services where id = $1
    and not exists (select from owner_claims where service_id = id and ${isLive})
  on conflict (service_id) do update set account_id = excluded.account_id, token = excluded.token, expires_at = excluded.expires_at`;

/**
 * Returns the live challenge of a service; undefined if it has none. With a `token`, a new one is created in that case.
 */
export async function findChallenge(
  database: Database,
  id: string,
  editing: EditConditions,
  token?: string,
): Promise<Found<OwnerChallenge | undefined>> {
  let row: ClaimRow | undefined;
  const found = await withEditable(database, id, 'services claim', editing, async (client, service) => {
    if (token !== undefined) await client.query(issue, [id, token]);
    const { rows } = await client.query<ClaimRow>(
      `select owner_claims.* from owner_claims join services on id = service_id where id = $1 and ${isLive}`,
      [id],
    );
    row = rows[0];
    return service;
  });
  if (found.outcome !== 'done') return found;
  const { service, accountId } = found;
  return { outcome: 'done', challenge: row && { service, accountId, token: row.token, expiresAt: row.expires_at } };
}

/** Creates a challenge for a service, or returns the live one. */
export const issueChallenge = (database: Database, id: string, editing: EditConditions) =>
  findChallenge(database, id, editing, `shirube-${randomBytes(32).toString('base64url')}`);

const claimed = ({ service }: OwnerChallenge, how: OwnerVerified['how'], fault: string | null) => {
  const { endpoint, x402Config } = service;
  const detail = { how, endpoint, paymentAddress: x402Config.paymentAddress, fault };
  return { action: 'claim', subject: service.id, detail };
};

/** Records that a proof is invalid, and why. A repeated fault is recorded only once. */
export async function noteUnproven(
  database: Database,
  challenge: OwnerChallenge,
  how: OwnerVerified['how'],
  fault: string,
  actor: string,
): Promise<void> {
  const action = claimed(challenge, how, fault);
  const [last] = await listActions(database, {
    before: undefined,
    action: action.action,
    subject: action.subject,
    limit: 1,
  });
  if (!isDeepStrictEqual(last?.detail, action.detail)) await recordAction(database, actor, action);
}

/** Records that the owner has met a challenge; undefined if the service or the challenge has changed meanwhile. */
export function noteProof(
  database: Database,
  challenge: OwnerChallenge,
  how: OwnerVerified['how'],
  actor: string,
): Promise<ServiceDetail | undefined> {
  const { service, accountId, token } = challenge;
  const { endpoint, x402Config } = service;
  const proof: OwnerVerified = { how, at: new Date().toISOString() };
  const prove = async (client: Pick<Database, 'query'>) => {
    const { rows } = await client.query<ServiceRow>(
      `update services set owner_verified = $1 from owner_claims
        where id = $2 and service_id = id and ${isLive} and token = $3 and services.account_id = $4
          and (endpoint, payment_address, network) = ($5, $6, $7)
        returning ${serviceColumns}`,
      [proof, service.id, token, accountId, endpoint, x402Config.paymentAddress, x402Config.network],
    );
    if (!rows[0]) return undefined;
    const host = endpointHost(endpoint);
    const proven =
      how === 'signature'
        ? { kind: 'wallet' as const, subject: x402Config.paymentAddress }
        : { kind: 'host' as const, subject: host };
    if (accountId !== operatorAccount) await noteAccountProof(client, accountId, { ...proven, host });
    return toService(rows[0]);
  };
  return withAudit(database, actor, prove, (proven) => proven && claimed(challenge, how, null));
}
