-- The account of services that were listed without a key, until their owners prove them.
insert into accounts (id, name) values ('00000000-0000-7000-8000-000000000001', 'unclaimed') on conflict (id) do nothing;
-- Requests to list what a host sells, by whom (a network, for an hour), and what waits for an operator.
create table open_listings (
  id uuid primary key,
  url text not null,
  domain text not null,
  network_prefix text,
  requested_at timestamptz not null default now(),
  -- What waits for review.
  registrations jsonb
);
create index open_listings_by_prefix on open_listings (network_prefix, requested_at);
create table followed_listings (
  service_id uuid primary key references services on delete cascade,
  followed_at timestamptz not null default now()
);
