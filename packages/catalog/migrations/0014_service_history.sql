-- The history of each service as its page shows it: what its owner, an operator or the monitor has changed, from what to
-- what. The feed forgets all but the last change of a service; here the last hundred stay for as long as it does. Trust
-- has a history of its own and is left out.
create table service_history (
  service_id uuid not null references services (id) on delete cascade,
  number bigint generated always as identity,
  type text not null check (type in ('updated', 'status')),
  at timestamptz (3) not null,
  -- By column what it was and what it became; of a description only that it changed, and of what was noted before there
  -- was this table.
  changed jsonb not null,
  reason text,
  primary key (service_id, number)
);

insert into service_history (service_id, type, at, changed, reason)
select service_id, type, at, (select jsonb_object_agg(name, null::text) from unnest(columns) as name), reason
from changes
where type in ('updated', 'status') and not columns <@ array['trust_score']
  and exists (select from services where services.id = service_id)
order by transaction_id, changes.number;

create function note_service_history() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  noted jsonb := (
    select jsonb_object_agg(name, case when name <> 'description' then jsonb_build_array(before -> name, after -> name) end)
    from unnest(array['name', 'description', 'endpoint', 'category', 'currency', 'price_per_request', 'free_quota',
      'payment_address', 'network', 'status']) as name
    where before -> name is distinct from after -> name
  );
begin
  insert into service_history (service_id, type, at, changed, reason)
  values (new.id, case when noted - 'status' = '{}' then 'status' else 'updated' end, new.updated_at, noted,
    case when new.status <> old.status then new.status_reason end);
  delete from service_history where service_id = new.id and number <= (
    select number from service_history where service_id = new.id order by number desc offset 100 limit 1
  );
  return null;
end
$$;

create trigger services_note_history
  after update on services
  for each row when ((old.name, old.description, old.endpoint, old.category, old.currency, old.price_per_request,
      old.free_quota, old.payment_address, old.network, old.status)
    is distinct from (new.name, new.description, new.endpoint, new.category, new.currency, new.price_per_request,
      new.free_quota, new.payment_address, new.network, new.status))
  execute function note_service_history();
