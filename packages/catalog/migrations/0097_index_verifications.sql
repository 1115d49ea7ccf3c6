-- Requests to compare the catalog with the index of the embedded engine, which only its own process can read.
create table index_verifications (
  id uuid primary key default gen_random_uuid(),
  repair boolean not null,
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  report jsonb
);
