-- A service belongs to the account of the key that registered it, so that a key can be replaced without losing what it
-- registered. An account has any number of keys.
create table accounts (
  id uuid primary key,
  name text not null,
  contact text,
  created_at timestamptz (3) not null default now()
);

-- The operator of the directory: has the services that nobody else has registered, and can hand them over.
insert into accounts (id, name) values ('00000000-0000-7000-8000-000000000000', 'operator');

-- Who held a key before now has an account of its own. It is not known which services it registered: they are the
-- operator's.
insert into accounts (id, name, created_at) select id, name, created_at from api_keys where 'admin' <> all (scopes);

alter table api_keys
  add column account_id uuid not null default '00000000-0000-7000-8000-000000000000' references accounts (id);
update api_keys set account_id = id where 'admin' <> all (scopes);
create index api_keys_account on api_keys (account_id);

alter table services
  add column account_id uuid not null default '00000000-0000-7000-8000-000000000000' references accounts (id);
create index services_account on services (account_id, id);
