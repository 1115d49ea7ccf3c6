-- A proof is of one thing, and gives power over that alone. Any number of accounts may have proven the same; the newest
-- proof decides.
alter table account_proofs drop constraint account_proofs_pkey;
alter table account_proofs add column id uuid primary key default gen_random_uuid();
-- The endpoint whose 402 named a wallet when that was proven.
alter table account_proofs add column named_by text;
alter table account_proofs add unique (account_id, kind, subject);
create index account_proofs_by_subject on account_proofs (kind, subject, proven_at);
drop index account_proofs_by_account;
insert into account_proofs (kind, subject, account_id, host, how, proven_at)
select distinct on (account_id, endpoint_host) 'host', endpoint_host, account_id, endpoint_host,
  owner_verified ->> 'how', (owner_verified ->> 'at')::timestamptz
from services where owner_verified ->> 'how' in ('well-known', 'dns')
  and not exists (
    select from account_proofs as own
    where own.account_id = services.account_id and kind = 'host' and split_part(subject, ':', 1) = endpoint_host
  )
order by account_id, endpoint_host, owner_verified ->> 'at'
on conflict do nothing;
-- The account of the operator takes no proofs.
delete from account_proofs where account_id = '00000000-0000-7000-8000-000000000000';
delete from handovers where account_id = '00000000-0000-7000-8000-000000000000';
-- A wallet counts only where the endpoint's own 402 names it, and where nobody has proven the host.
update services set owner_verified = null
where owner_verified is not null and (
  account_id = '00000000-0000-7000-8000-000000000000'
  or owner_verified ->> 'how' = 'signature' and (
    exists (select from account_proofs where kind = 'host' and subject = endpoint_host)
    or not exists (
      select from json_array_elements(observed -> 'accepts') as offer
      where lower(offer ->> 'payTo') = lower(payment_address)
    )
  )
);
-- A challenge that was asked for with a key lives as long as that key. Those of now are for 15 minutes.
alter table account_challenges add column key_id uuid references api_keys on delete cascade,
  add column asked_from text not null default '';
delete from account_challenges where account_id is not null;
create index account_challenges_by_network on account_challenges (asked_from, expires_at);
-- How many services a request has listed, or has waiting.
alter table open_listings add column listed integer not null default 0;
