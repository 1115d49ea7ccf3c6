-- What the monitor saw when it asked an endpoint as a client would. A monitor that is blind itself records nothing.
create table checks (
  service_id uuid not null references services (id) on delete cascade,
  checked_at timestamptz (3) not null,
  -- Empty where nothing was sent, as when a name does not resolve.
  method text,
  http_status integer,
  duration_ms integer check (duration_ms >= 0),
  verdict text not null check (verdict in ('ok', 'wrong_price', 'wrong_address', 'wrong_network', 'no_challenge',
    'method_not_allowed', 'blocked', 'not_found', 'server_error', 'timeout', 'tls', 'dns', 'refused', 'bad_challenge',
    'template_url')),
  -- What happened, in our own words, such as address_not_public; never a word of the answer.
  detail text,
  -- What was registered then and what was asked for: network, payTo, price, currency and asset, as far as known.
  declared jsonb not null,
  observed jsonb not null,
  -- Made up for a demonstration. A service has either made-up checks or real ones, never both.
  simulated boolean not null default false
);

create index checks_service on checks (service_id, checked_at desc);
create index checks_checked_at on checks (checked_at);

-- When a service is checked next, and what the judgement of the next check needs to know of those before.
create table monitoring (
  service_id uuid primary key references services (id) on delete cascade,
  host text not null,
  due_at timestamptz not null,
  -- Somebody asked for a check and waits for it: it comes before those that are merely due.
  requested_at timestamptz,
  -- The method that was answered with a challenge: the next check starts with it.
  method text,
  -- Since when every check has confirmed what is registered; empty when the last one did not.
  confirmed_since timestamptz (3),
  -- So many checks have contradicted what is registered, none between them confirmed it.
  contradictions integer not null default 0,
  -- Since when there were nothing but failures, and how many.
  failing_since timestamptz (3),
  failures integer not null default 0,
  -- An operator has set the status, or the trust: it stays as it is until it is released.
  status_held boolean not null default false,
  trust_held boolean not null default false,
  -- Its checks are made up: it is never asked.
  simulated boolean not null default false
);

create index monitoring_host on monitoring (host, due_at);
create index monitoring_due on monitoring (due_at) where not simulated;
create index monitoring_failing on monitoring (host) where failing_since is not null;

-- Monitors claim hosts, not services: so a host is asked by one at a time, however many services it has.
create table monitored_hosts (
  host text primary key,
  -- No service of the host is due before this; it may be that none is due then.
  due_at timestamptz not null,
  -- Nobody may ask the host before: somebody is at it, or has just been, or the host wants to be left alone.
  free_at timestamptz not null default '-infinity',
  -- Who holds it. A claim ends with the answer, or with free_at when its holder has died.
  claim uuid,
  -- When the host last said that it does not want to be checked.
  opted_out_at timestamptz (3)
);

create index monitored_hosts_due on monitored_hosts (due_at);

-- Every monitor reports here while it runs.
create table monitors (
  id uuid primary key,
  name text not null,
  interval_seconds integer not null,
  started_at timestamptz (3) not null default clock_timestamp(),
  seen_at timestamptz (3) not null default clock_timestamp(),
  -- Since when it sees nothing at all, and judges nobody.
  blind_since timestamptz (3)
);

create table monitor_control (
  only_row boolean primary key default true check (only_row),
  -- An operator has stopped all monitors.
  paused_at timestamptz (3)
);

insert into monitor_control default values;

-- Why a service has the status that it has: the code of a reason (see StatusReason in the contracts).
alter table services add column status_reason text;
update services set status_reason = 'operator' where status <> 'unverified';

alter table changes
  add column old_status text,
  add column new_status text,
  add column reason text;

-- Hosts are compared as they are written, but for case; a port does not make another host.
create function endpoint_host(endpoint text) returns text language sql immutable parallel safe as $$
  select lower(coalesce(substring(endpoint from '^[A-Za-z]+://(\[[^]]*\]|[^/\\:?#]*)'), ''))
$$;

-- What is there has been checked by nobody: the first checks are spread over the usual interval. What operators have
-- typed until now, since nothing else set it, holds.
insert into monitoring (service_id, host, due_at, status_held, trust_held)
select id, endpoint_host(endpoint), now() + random() * interval '6 hours', status <> 'unverified', trust_score > 0
from services;
insert into monitored_hosts (host, due_at) select host, min(due_at) from monitoring group by host;

-- Always in the order of hosts, so that nobody waits for another in a circle. Who makes a service due takes the lock of
-- its host, so that a claim, which has it too, cannot overlook the service.
create function monitor_new_services() returns trigger language plpgsql as $$
begin
  insert into monitoring (service_id, host, due_at) select id, endpoint_host(endpoint), now() from inserted;
  insert into monitored_hosts (host, due_at)
  select distinct endpoint_host(endpoint), now() from inserted order by 1
  on conflict (host) do update set due_at = least(monitored_hosts.due_at, excluded.due_at);
  return null;
end
$$;

create trigger services_monitor_insert
  after insert on services referencing new table as inserted
  for each statement execute function monitor_new_services();

-- What was seen of another endpoint, price or address says nothing of the present one. An operator's "verified", which
-- such a change takes away, holds no longer.
create function monitor_changed_service() returns trigger language plpgsql as $$
begin
  update monitoring set host = endpoint_host(new.endpoint), due_at = now(), confirmed_since = null, contradictions = 0,
    status_held = status_held and new.status = old.status,
    method = case when new.endpoint = old.endpoint then method end,
    failing_since = case when new.endpoint = old.endpoint then failing_since end,
    failures = case when new.endpoint = old.endpoint then failures else 0 end
  where service_id = new.id;
  insert into monitored_hosts (host, due_at) values (endpoint_host(new.endpoint), now())
  on conflict (host) do update set due_at = least(monitored_hosts.due_at, excluded.due_at);
  return null;
end
$$;

create trigger services_monitor_update
  after update of endpoint, currency, price_per_request, payment_address, network on services
  for each row when ((old.endpoint, old.currency, old.price_per_request, old.payment_address, old.network)
    is distinct from (new.endpoint, new.currency, new.price_per_request, new.payment_address, new.network))
  execute function monitor_changed_service();

-- As before, and a change of status is noted with its reason.
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
begin
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
