-- Deliveries are a queue of their own: each is attempted when it is due, by one process at a time.
alter table webhook_deliveries
  add column next_attempt_at timestamptz not null default now(),
  add column claimed_until timestamptz not null default '-infinity';
-- A test delivery is about no service.
alter table webhook_deliveries alter column service_id drop not null;
