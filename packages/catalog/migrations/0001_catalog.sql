create table categories (
  id text primary key,
  label text not null,
  label_ja text
);

create table services (
  id uuid primary key,
  name text not null,
  description text not null,
  endpoint text not null,
  category text not null references categories (id),
  currency text not null,
  -- As sent ("0.0500"); the number beside it is what prices are compared by.
  price_per_request text not null,
  price numeric(38, 18) not null generated always as (price_per_request::numeric) stored check (price >= 0),
  free_quota bigint check (free_quota >= 0),
  payment_address text not null,
  network text not null,
  chain text not null,
  trust_score integer not null default 0 check (trust_score between 0 and 100),
  status text not null default 'unverified' check (status in ('verified', 'unverified', 'inactive')),
  uptime_score numeric(5, 2) not null default 0 check (uptime_score between 0 and 100),
  last_checked timestamptz (3),
  tx_count bigint not null default 0 check (tx_count >= 0),
  total_revenue numeric(38, 18) not null default 0 check (total_revenue >= 0),
  revision bigint not null default 1,
  created_at timestamptz (3) not null default now(),
  updated_at timestamptz (3) not null default now()
);

create index services_category on services (category);

-- What the search index does not know yet. Every change of a service puts its id here in the same transaction; the
-- indexer takes it out at the revision that it has confirmed in the engine. No row means: the index is right.
create table pending_index (
  service_id uuid primary key,
  revision bigint not null,
  since timestamptz not null default clock_timestamp(),
  -- One indexer at a time works on a service, so that an older document never overwrites a newer one.
  claimed_by text,
  claimed_until timestamptz,
  -- Somebody waits for this service: announce its confirmation.
  awaited boolean not null default false,
  -- Set aside: the engine refuses this document, and says why.
  failed_at timestamptz,
  reason text
);

create index pending_index_since on pending_index (since);

create function bump_service_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  new.updated_at := clock_timestamp();
  return new;
end
$$;

create function record_new_services() returns trigger language plpgsql as $$
begin
  insert into pending_index (service_id, revision) select id, revision from inserted
  on conflict (service_id) do update
    set revision = excluded.revision, failed_at = null, reason = null;
  return null;
end
$$;

create function record_service_change() returns trigger language plpgsql as $$
begin
  insert into pending_index (service_id, revision)
  values (old.id, case tg_op when 'DELETE' then old.revision + 1 else new.revision end)
  on conflict (service_id) do update
    set revision = excluded.revision, failed_at = null, reason = null;
  return null;
end
$$;

-- Uptime and transactions are not in the search document: their changes are no change of the service.
create trigger services_bump_revision
  before update of name, description, endpoint, category, currency, price_per_request, free_quota,
    payment_address, network, chain, trust_score, status, revision on services
  for each row execute function bump_service_revision();

-- Once for all rows of a statement: registrations that come together are stored together.
create trigger services_record_insert
  after insert on services referencing new table as inserted
  for each statement execute function record_new_services();

create trigger services_record_update
  after update of name, description, endpoint, category, currency, price_per_request, free_quota,
    payment_address, network, chain, trust_score, status, revision on services
  for each row execute function record_service_change();

create trigger services_record_delete
  after delete on services
  for each row execute function record_service_change();

create table api_keys (
  id uuid primary key,
  -- SHA-256 of the key: the key itself is shown once and never stored.
  digest bytea not null unique,
  name text not null,
  scopes text[] not null,
  created_at timestamptz (3) not null default now(),
  expires_at timestamptz (3),
  last_used_at timestamptz (3),
  revoked_at timestamptz (3)
);

create table idempotency_keys (
  owner bytea not null,
  key text not null,
  body_digest bytea not null,
  response text not null,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);

create index idempotency_keys_created_at on idempotency_keys (created_at);
