-- `changes` becomes the one log of the catalog: every write of a service appends an entry, and whoever needs to know
-- follows the log from a cursor of its own. The trigger that appends stands in functions/append_to_log.sql.
lock table services, changes in access exclusive mode;

drop trigger services_bump_revision on services;
drop trigger services_record_insert on services;
drop trigger services_record_update on services;
drop trigger services_record_delete on services;
drop trigger services_note_insert on services;
drop trigger services_note_delete on services;
drop trigger services_note_history on services;
drop trigger services_claim_endpoints on services;
drop trigger services_leave_endpoint on services;
drop trigger services_change_endpoint on services;
drop trigger services_take_endpoint on services;
drop trigger services_hand_over_endpoint on services;
drop trigger services_recount_revenue on services;
drop trigger services_forget_settlements on services;
drop trigger services_forget_what_was_seen on services;
drop trigger changes_tell_webhook on changes;
drop function bump_service_revision, record_new_services, record_service_change, note_new_services,
  note_removed_service, note_service_history, claim_endpoints, leave_endpoint, take_endpoint, hand_over_endpoint,
  recount_revenue, forget_settlements, forget_what_was_seen, tell_webhook;

alter table changes drop constraint changes_type_check;
alter table changes
  -- touched: nothing that clients see has changed, but the search document may be another, as after a category has got
  -- another label. The public feed leaves it out.
  add constraint changes_type_check check (type in ('created', 'updated', 'status', 'deleted', 'touched')),
  -- By column what it was and what it became; of a description only that it changed.
  add column changed jsonb,
  -- The endpoint that the service has left, or handed over, having been the first there: the others stand differently.
  add column left_endpoint text;
-- Old entries are found by their place in the log.
drop index changes_at;

-- How far everybody who follows the log has come. One process at a time works for a follower: the one that has its lease.
create table followers (
  name text primary key,
  transaction_id xid8 not null default '0',
  number bigint not null default 0,
  -- It has read the catalog, and goes on from its cursor.
  started boolean not null default false,
  -- When the holder of the lease last said that it is at work.
  seen_at timestamptz not null default clock_timestamp(),
  holder uuid,
  leased_until timestamptz not null default '-infinity',
  -- Somebody else wants the lease for a moment: the holder gives it up, and nobody else takes it until then.
  reserved_for uuid,
  reserved_until timestamptz not null default '-infinity'
);

-- What the engine of a search node refuses, and what it says about it.
create table refused_documents (
  node text not null references search_nodes (name) on delete cascade,
  service_id uuid not null,
  revision bigint not null,
  refused_at timestamptz (3) not null default clock_timestamp(),
  reason text not null,
  primary key (node, service_id)
);

-- Every node has what the log holds so far, but for what was pending: that is touched, and comes again.
insert into followers (name, transaction_id, number, started)
select 'search:' || search_nodes.name, coalesce(head.transaction_id, '0'), coalesce(head.number, 0), true
from search_nodes left join (
  select transaction_id, number from changes order by transaction_id desc, number desc limit 1
) as head on true;
-- Webhooks have been told of everything so far.
insert into followers (name, transaction_id, number, started)
select 'webhooks', coalesce(max(transaction_id), '0'), coalesce(max(number), 0), true from changes
where transaction_id = (select max(transaction_id) from changes);
insert into changes (service_id, type) select distinct service_id, 'touched' from pending_index where failed_at is null;
insert into refused_documents (node, service_id, revision, refused_at, reason)
select node, service_id, revision, failed_at, coalesce(reason, '') from pending_index where failed_at is not null;
update search_nodes set state = 'filling', state_since = clock_timestamp() where state = 'lost';

-- The version before, which may still run while it is replaced, finds its ledger empty: it has nothing to do.
delete from pending_index;

-- What a removed service has earned is nobody's.
delete from settlement_days where not exists (select from services where services.id = service_id);
alter table settlement_days add foreign key (service_id) references services (id) on delete cascade;

-- A writer that stays open holds up everybody who follows the log, so none may, whoever it is. Needs the owner of the
-- database; the connections of Shirube have the same deadline by themselves.
do $$
begin
  execute format('alter database %I set idle_in_transaction_session_timeout = %L', current_database(), '10s');
exception when insufficient_privilege then
  raise notice 'idle_in_transaction_session_timeout is not set for the database: its owner can';
end
$$;
