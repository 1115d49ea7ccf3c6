-- How the search nodes have done, once a minute and for a day: what plots are made of.
create table node_samples (
  node text not null references search_nodes (name) on delete cascade,
  at timestamptz (0) not null,
  lag_seconds real not null,
  pending bigint not null,
  -- Entries of the log that it has passed since the sample before.
  passed bigint not null,
  -- Its cursor, from which the next sample counts.
  transaction_id xid8 not null,
  number bigint not null,
  -- Of a rebuild under way: how much of the catalog the new index has, from 0 to 1.
  rebuilt real,
  primary key (node, at)
);

alter table search_nodes
  -- Of a rebuild under way, and when that was noted.
  add column rebuilt real,
  add column rebuilt_at timestamptz;
