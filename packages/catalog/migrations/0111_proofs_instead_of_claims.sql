-- The claim of a single service has become the proof of an account, which also holds for what is registered later.
drop table owner_claims;
alter table account_proofs add column how text not null default 'well-known' check (how in ('well-known', 'dns', 'signature'));
update account_proofs set how = 'signature' where kind = 'wallet';
update account_proofs set how = 'dns' where kind = 'host' and exists (
  select from services where services.account_id = account_proofs.account_id and endpoint_host = account_proofs.host
    and owner_verified ->> 'how' = 'dns'
);
update services set owner_verified = json_build_object('how', how, 'at', to_char(proven_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
from account_proofs
where services.account_id = account_proofs.account_id and owner_verified is null and endpoint_host = account_proofs.host
  and (kind = 'host' and subject in (endpoint_host, lower(substring(endpoint from '^https?://([^/?#]+)')))
    or kind = 'wallet' and subject = case when payment_address like '0x%' then lower(payment_address) else payment_address end);
