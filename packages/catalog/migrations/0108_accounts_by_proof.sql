-- An account is opened by a proof of a host or of a payment address. Whoever proves the same shares it.
alter table accounts add column only_proven boolean not null default false;
create table account_challenges (
  id uuid primary key,
  -- Who asks, if it is somebody with a key.
  account_id uuid references accounts on delete cascade,
  token text not null,
  message text not null,
  url text,
  payment_address text,
  network text,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_challenges_by_expiry on account_challenges (expires_at);
create table account_proofs (
  kind text not null check (kind in ('host', 'wallet')),
  subject text not null,
  account_id uuid not null references accounts on delete cascade,
  -- Where the account sells; it may register services of the same registrable domain.
  host text not null,
  proven_at timestamptz not null default now(),
  primary key (kind, subject)
);
create index account_proofs_by_account on account_proofs (account_id);
insert into account_proofs (kind, subject, account_id, host, proven_at)
select case owner_verified ->> 'how' when 'signature' then 'wallet' else 'host' end,
  case when owner_verified ->> 'how' <> 'signature' then endpoint_host
    when payment_address like '0x%' then lower(payment_address) else payment_address end,
  account_id, endpoint_host, (owner_verified ->> 'at')::timestamptz
from services where owner_verified is not null and endpoint_host is not null
  and account_id <> '00000000-0000-7000-8000-000000000000'
order by (owner_verified ->> 'at')
on conflict do nothing;
-- Services that a stronger proof takes over, unless their owner gives one as strong.
create table handovers (
  service_id uuid primary key references services on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  due_at timestamptz not null
);
create index handovers_by_time on handovers (due_at);
create index services_by_payment_address on services (lower(payment_address));
