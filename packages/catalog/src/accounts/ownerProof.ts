/** SQL: the port that an endpoint states, however it is written. */
const statedPort = (endpoint: string) =>
  `substring(${endpoint} from '^[^/?#]*[/\\\\]+[^/?#\\\\]*:0*([0-9]+)(?:[/?#\\\\]|$)')`;

/** SQL: whether a proof of a host is about an endpoint. A file on another port proves what is at that port. */
export const isHostProof = (endpoint = 'endpoint', host = 'endpoint_host'): string =>
  `kind = 'host' and subject in (${host}, ${host} || ':' || ${statedPort(endpoint)})`;

/** SQL: the claim of a service to speak for its provider, whose domain its account has proven then. The least is the owner's. */
export const providerClaim = (domainProvenAt: string): string => `coalesce('0 ' || iso_time(${domainProvenAt}),
  case when services.owner_verified ->> 'how' <> 'signature' then '1 ' || (services.owner_verified ->> 'at') end)`;

/** What a proof is compared with, as SQL. */
type ProvenRow = Record<'endpoint' | 'key' | 'host' | 'payee' | 'observed', string>;

const walletKey = (address: string) => `case when ${address} ilike '0x%' then lower(${address}) else ${address} end`;

/**
 * SQL: how and when an account has proven that it owns a service, by default that of the row. The newest proof of the
 * host decides, whosever it is; if there is none, the newest of the wallet that is paid, once the endpoint's own 402 has
 * named that. The account must be qualified, because the proofs have a column of that name.
 */
export function ownerProof(
  account: string,
  { endpoint, key = 'endpoint_key', host, payee = 'payment_address', observed = 'observed' }: Partial<ProvenRow> = {},
): string {
  return `(
    select json_build_object('how', how, 'at', iso_time(proven_at)) from (
      select account_id, how, proven_at from account_proofs where ${isHostProof(endpoint, host)}
        or kind = 'wallet' and subject = ${walletKey(payee)} and (${observed} -> 'accepts' is null and named_by = ${key} or subject in (
          select ${walletKey('"payTo"')} from json_to_recordset(${observed} -> 'accepts') as offers ("payTo" text)
        ))
      order by kind, proven_at desc limit 1
    ) as proof where proof.account_id = ${account}
  )`;
}
