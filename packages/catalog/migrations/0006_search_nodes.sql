-- A search node is one search engine with its own indexers. Each has its own rows in the ledger, so that one which is
-- down, or new, only has a longer ledger, and nothing else waits for it.
create table search_nodes (
  name text primary key check (name ~ '^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$'),
  -- filling: made from the catalog, not whole yet. serving: whole, and kept up. behind: was out of reach, and has not
  -- caught up yet. draining: taken out of rotation by an operator. lost: gone for so long that its ledger was dropped;
  -- it is filled again when it returns.
  state text not null default 'filling' check (state in ('filling', 'serving', 'behind', 'draining', 'lost')),
  state_since timestamptz not null default clock_timestamp(),
  joined_at timestamptz not null default clock_timestamp(),
  -- When an indexer of this node last reported.
  seen_at timestamptz not null default clock_timestamp()
);

insert into search_nodes (name, state) values ('main', 'serving');

alter table pending_index
  add column node text not null default 'main' references search_nodes (name) on delete cascade,
  drop constraint pending_index_pkey,
  add primary key (node, service_id);
alter table pending_index alter column node drop default;

-- Awaiting and the triggers ask by service, whatever the node.
create index pending_index_service on pending_index (service_id);
drop index pending_index_since;
-- What is set aside does not count as waiting, and would stand at the front for ever.
create index pending_index_waiting on pending_index (node, since) where failed_at is null;

-- Each node is rebuilt by itself.
alter table index_hold drop column only_row, add column node text references search_nodes (name) on delete cascade;
update index_hold set node = 'main';
alter table index_hold add primary key (node);

-- The nodes are locked, so that one which is being removed is either waited for or left out, and so that a new one can
-- wait for the changes that have not seen it.
create or replace function record_new_services() returns trigger language plpgsql as $$
begin
  insert into pending_index (node, service_id, revision)
  select nodes.name, inserted.id, inserted.revision
  from inserted, (select name from search_nodes where state <> 'lost' for key share) as nodes
  on conflict (node, service_id) do update
    set revision = excluded.revision, failed_at = null, reason = null;
  return null;
end
$$;

create or replace function record_service_change() returns trigger language plpgsql as $$
begin
  insert into pending_index (node, service_id, revision)
  select nodes.name, old.id, case tg_op when 'DELETE' then old.revision + 1 else new.revision end
  from (select name from search_nodes where state <> 'lost' for key share) as nodes
  on conflict (node, service_id) do update
    set revision = excluded.revision, failed_at = null, reason = null;
  return null;
end
$$;
