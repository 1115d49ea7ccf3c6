-- What an owner has proven: how ({"how": "dns", "at": …}); null when nothing. Of the account, endpoint and payee that the
-- service has now: a change of one of them takes it away.
alter table services add column owner_verified json;
create index services_owner_verified on services (endpoint_key, (coalesce(endpoint_since, created_at)), id)
  where owner_verified is not null;

-- The challenge that the account of a service was given last.
create table owner_claims (
  service_id uuid primary key references services (id) on delete cascade,
  account_id uuid not null,
  token text not null,
  expires_at timestamptz (3) not null
);
