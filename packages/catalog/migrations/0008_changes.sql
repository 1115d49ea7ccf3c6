-- What happened to services: the feed that others follow, the history of a service, and what is left of one that was
-- removed. The order is that of transactions and, within one, of numbers. A transaction has its place in it from its
-- first change on and may end much later, so a reader takes only what is below the oldest transaction that still runs
-- (pg_snapshot_xmin): nothing can appear there any more, and nobody skips a change, however commits interleave.
create table changes (
  transaction_id xid8 not null default pg_current_xact_id(),
  number bigint generated always as identity,
  service_id uuid not null,
  type text not null check (type in ('created', 'updated', 'status', 'deleted')),
  at timestamptz (3) not null default clock_timestamp(),
  -- The columns that changed, of updated and status.
  columns text[],
  primary key (transaction_id, number)
);

create index changes_service on changes (service_id, transaction_id, number);
create index changes_at on changes (at);

create table change_feed (
  only_row boolean primary key default true check (only_row),
  -- Part of every cursor, which is good for one feed only: a catalog that was restored elsewhere begins another.
  id uuid not null default gen_random_uuid(),
  -- Who has read no further than this lacks removals that have been forgotten since.
  forgotten_transaction xid8 not null default '0',
  forgotten_number bigint not null default 0
);

insert into change_feed default values;

insert into changes (service_id, type, at) select id, 'created', created_at from services order by id;

-- Once for all rows of a statement, in the order of their ids.
create function note_new_services() returns trigger language plpgsql as $$
begin
  insert into changes (service_id, type) select id, 'created' from inserted order by id;
  perform pg_notify('shirube_changes', '');
  return null;
end
$$;

create trigger services_note_insert
  after insert on services referencing new table as inserted
  for each statement execute function note_new_services();

create function note_removed_service() returns trigger language plpgsql as $$
begin
  insert into changes (service_id, type) values (old.id, 'deleted');
  perform pg_notify('shirube_changes', '');
  return null;
end
$$;

create trigger services_note_delete
  after delete on services
  for each row execute function note_removed_service();

-- A service may be indexed anew without having changed, as when its category gets another label: only its revision is
-- raised then.
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
    insert into changes (service_id, type, at, columns)
    values (new.id, case when changed <@ array['status', 'trust_score'] then 'status' else 'updated' end,
      new.updated_at, changed);
    perform pg_notify('shirube_changes', '');
  end if;
  return new;
end
$$;
