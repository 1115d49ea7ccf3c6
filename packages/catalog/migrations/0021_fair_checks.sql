-- The host of the endpoint in its one form (see endpointHost in the contracts), written together with the endpoint. Empty
-- where an earlier version has written it; the next start fills it in where SQL cannot tell.
alter table services add column endpoint_host text;

create index services_without_endpoint_host on services (id) where endpoint_host is null
  and endpoint !~* '^https?://([a-z0-9-]+\.)*[a-z][a-z0-9-]*(:[0-9]+)?(/[^/\\?#]+)*/?([?#]|$)';

create or replace function monitor_new_services() returns trigger language plpgsql as $$
begin
  with added as (
    insert into monitoring (service_id, host, due_at)
    select id, coalesce(endpoint_host, endpoint_host(endpoint)), now() from inserted
    returning host
  )
  insert into monitored_hosts (host, due_at) select distinct host, now() from added order by host
  on conflict (host) do update set due_at = excluded.due_at where monitored_hosts.due_at > excluded.due_at;
  return null;
end
$$;

create or replace function monitor_changed_service() returns trigger language plpgsql as $$
declare
  new_host text := coalesce(new.endpoint_host, endpoint_host(new.endpoint));
begin
  update monitoring set host = new_host, due_at = now(), confirmed_since = null, contradictions = 0,
    status_held = status_held and new.status = old.status,
    method = case when new.endpoint = old.endpoint then method end,
    failing_since = case when new.endpoint = old.endpoint then failing_since end,
    failures = case when new.endpoint = old.endpoint then failures else 0 end
  where service_id = new.id;
  insert into monitored_hosts (host, due_at) values (new_host, now())
  on conflict (host) do update set due_at = least(monitored_hosts.due_at, excluded.due_at);
  return null;
end
$$;

-- Repeated slashes do not make another endpoint any more: what is kept of them is made anew at the next start.
update settlements set resource_keys = null where service_id is null and resource ~ '^[^:]+://[^?#]*[/\\][/\\]';

-- Somebody waits for these checks: they have a share of the turns.
create index monitoring_requested on monitoring (requested_at) where requested_at is not null;

-- Hosts of one account that have the same address take turns at it.
create table asked_addresses (
  address inet not null,
  account_id uuid not null,
  free_at timestamptz not null,
  -- How many wait for their turn, about.
  waiting integer not null default 0,
  primary key (address, account_id)
);
