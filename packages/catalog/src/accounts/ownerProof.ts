/**
 * SQL: how and when an account has proven that it owns an endpoint: by its host, or by the address that is paid there.
 * The account must be qualified, because the proofs have a column of that name.
 */
export const ownerProof = (
  account: string,
  endpoint = 'endpoint',
  host = 'endpoint_host',
  payee = 'payment_address',
): string => `(
  select json_build_object('how', how, 'at', iso_time(proven_at)) from account_proofs as proof
  where proof.account_id = ${account} and proof.host = ${host} and (
    kind = 'host' and subject in (${host}, lower(substring(${endpoint} from '^https?://([^/?#]+)')))
    or kind = 'wallet' and subject = case when ${payee} like '0x%' then lower(${payee}) else ${payee} end
  ) order by kind limit 1
)`;
