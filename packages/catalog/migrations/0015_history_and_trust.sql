-- Checks by hour and by day, from which those before the last week are read: raw checks are kept for a week, hours for
-- 90 days, days for two years. A row for each verdict that there was.
create table check_hours (
  service_id uuid not null references services (id) on delete cascade,
  hour timestamptz not null,
  verdict text not null,
  checks integer not null,
  -- Those that found what is registered.
  good integer not null,
  -- How many were answered, in how much time together, and the longest of them.
  timed integer not null,
  total_ms bigint not null,
  slowest_ms integer,
  -- What was asked for at last.
  price text,
  currency text,
  simulated boolean not null default false,
  primary key (service_id, hour, verdict)
);
create index check_hours_hour on check_hours (hour);

create table check_days (
  service_id uuid not null references services (id) on delete cascade,
  day date not null,
  verdict text not null,
  checks integer not null,
  good integer not null,
  timed integer not null,
  total_ms bigint not null,
  slowest_ms integer,
  price text,
  currency text,
  simulated boolean not null default false,
  primary key (service_id, day, verdict)
);
create index check_days_day on check_days (day);

-- How far checks have been summed up.
create table check_rollup (
  only_row boolean primary key default true check (only_row),
  hours_until timestamptz not null default '2000-01-01T00:00:00Z',
  days_until timestamptz not null default '2000-01-01T00:00:00Z'
);
insert into check_rollup default values;

-- What the trust of a service is made of, as it was last made.
create table trust (
  service_id uuid primary key references services (id) on delete cascade,
  parts jsonb not null,
  made_at timestamptz (3) not null
);
create index trust_made_at on trust (made_at);

alter table services
  -- What the search index was last told of its trust, if that is not what it is.
  add column indexed_trust integer,
  -- When its trust was last made of what was seen.
  add column trust_made_at timestamptz (3),
  -- Since when it is where it is and pays whom it pays, if not since it was registered: what was seen before says
  -- nothing of it.
  add column observed_since timestamptz (3),
  -- When a check first found what is registered, since then.
  add column proven_since timestamptz (3);

create function forget_what_was_seen() returns trigger language plpgsql as $$
begin
  new.observed_since := clock_timestamp();
  new.proven_since := null;
  return new;
end
$$;

create trigger services_forget_what_was_seen
  before update of endpoint, payment_address, network on services
  for each row when ((old.endpoint, old.payment_address, old.chain)
    is distinct from (new.endpoint, new.payment_address, new.chain))
  execute function forget_what_was_seen();

-- As before, but that trust which is made of what was seen and differs by less than 2 from what the search index has is
-- no change: checks would keep the index busy for nothing.
create or replace function bump_service_revision() returns trigger language plpgsql as $$
declare
  changed text[] := array_remove(array[
    case when new.name is distinct from old.name then 'name' end,
    case when new.description is distinct from old.description then 'description' end,
    case when new.endpoint is distinct from old.endpoint then 'endpoint' end,
    case when new.category is distinct from old.category then 'category' end,
    case when new.currency is distinct from old.currency then 'currency' end,
    case when new.price_per_request is distinct from old.price_per_request then 'price_per_request' end,
    case when new.free_quota is distinct from old.free_quota then 'free_quota' end,
    case when new.payment_address is distinct from old.payment_address then 'payment_address' end,
    case when new.network is distinct from old.network then 'network' end,
    case when new.trust_score is distinct from old.trust_score then 'trust_score' end,
    case when new.status is distinct from old.status then 'status' end
  ], null);
  indexed integer := coalesce(old.indexed_trust, old.trust_score);
begin
  if changed <@ array['trust_score'] and new.trust_made_at is distinct from old.trust_made_at
    and abs(new.trust_score - indexed) < 2 then
    new.indexed_trust := indexed;
    return new;
  end if;
  new.indexed_trust := new.trust_score;
  new.revision := old.revision + 1;
  if cardinality(changed) > 0 then
    new.updated_at := clock_timestamp();
    insert into changes (service_id, type, at, columns, old_status, new_status, reason)
    values (new.id, case when changed <@ array['status', 'trust_score'] then 'status' else 'updated' end,
      new.updated_at, changed,
      case when new.status <> old.status then old.status end,
      case when new.status <> old.status then new.status end,
      case when new.status <> old.status then new.status_reason end);
    perform pg_notify('shirube_changes', '');
  end if;
  return new;
end
$$;

drop trigger services_record_update on services;
create trigger services_record_update
  after update of name, description, endpoint, category, currency, price_per_request, free_quota,
    payment_address, network, chain, trust_score, status, revision on services
  for each row when (old.revision is distinct from new.revision)
  execute function record_service_change();
