-- What is due is found through its host, which is due no later. Registrations have one index less to keep.
drop index monitoring_due;

-- In one statement, and without writing a host anew that is due already: its lock is what matters.
create or replace function monitor_new_services() returns trigger language plpgsql as $$
begin
  with added as (
    insert into monitoring (service_id, host, due_at) select id, endpoint_host(endpoint), now() from inserted
    returning host
  )
  insert into monitored_hosts (host, due_at) select distinct host, now() from added order by host
  on conflict (host) do update set due_at = excluded.due_at where monitored_hosts.due_at > excluded.due_at;
  return null;
end
$$;
