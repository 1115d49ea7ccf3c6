/** SQL: the port that an endpoint states, however it is written. */
const statedPort = `substring(endpoint from '^[^/?#]*[/\\\\]+[^/?#\\\\]*:0*([0-9]+)(?:[/?#\\\\]|$)')`;

/** SQL: whether a proof is of the host of a service. A file on another port proves what is at that port. */
export const isHostProof = `kind = 'host' and subject in (endpoint_host, endpoint_host || ':' || ${statedPort})`;

/**
 * SQL: the claim of a service to speak for its provider, whose domain and whose host its account has proven at these times.
 * The least is the owner's. At a proven host, only what is proven to be the account's own counts.
 */
export const providerClaim = (domainProvenAt: string, hostProvenAt: string): string => `case
  when services.owner_verified is null and ${hostProvenAt} is not null then null
  when ${domainProvenAt} is not null then '0 ' || iso_time(${domainProvenAt})
  when services.owner_verified ->> 'how' <> 'signature' then '1 ' || iso_time(${hostProvenAt}) end`;

const walletKey = (address: string) => `case when ${address} ilike '0x%' then lower(${address}) else ${address} end`;

const namesPayee = (observed: string) => `${walletKey('payment_address')} in (
  select ${walletKey('"payTo"')} from json_to_recordset(${observed} -> 'accepts') as offers ("payTo" text))`;

/**
 * SQL: the id of the proof that decides who owns a service: the newest of its host, or if there is none, the newest of the
 * wallet that is paid, once the endpoint's own 402 has named that: as a check saw it, or until one comes, within the hour
 * of the proof.
 */
export const decidingProof = (observed = 'observed') => `(
  select account_proofs.id from account_proofs where ${isHostProof}
    or kind = 'wallet' and subject = ${walletKey('payment_address')} and (${namesPayee(observed)}
      or ${observed} -> 'accepts' is null and named_by = endpoint_key and proven_at > now() - interval '1 hour')
  order by kind, proven_at desc limit 1)`;

/**
 * SQL: how and when an account has proven that it owns the service of a row. If the host is proven, the endpoint must name
 * the payee: once it was checked, and before that too if the account did not write the terms itself.
 */
export const ownerProof = (account: string, { observed = 'observed', isOwn = true } = {}) => `(
  select json_build_object('how', how, 'at', iso_time(proven_at)) from account_proofs as proof
  where proof.id = ${decidingProof(observed)} and proof.account_id = ${account}
    and (kind = 'wallet' or ${isOwn} and ${observed} -> 'accepts' is null or ${namesPayee(observed)}))`;
