-- What visitors say is wrong with a listing, for the operator to look at.
create table reports (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references services (id) on delete cascade,
  reason text not null,
  comment text not null,
  created_at timestamptz not null default now(),
  resolved_at timestamptz
);
create index reports_of_service on reports (service_id);
create index reports_open on reports (created_at) where resolved_at is null;
