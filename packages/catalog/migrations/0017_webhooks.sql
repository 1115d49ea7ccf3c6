-- Where an account wants to be told when the status of one of its services changes.
create table webhooks (
  account_id uuid primary key references accounts (id) on delete cascade,
  url text not null,
  -- What is sent there is signed with it.
  secret text not null,
  created_at timestamptz (3) not null default now()
);

-- What is to be told, from the transaction of the change on, so that a crash loses nothing.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references webhooks (account_id) on delete cascade,
  service_id uuid not null,
  number bigint generated always as identity,
  event jsonb not null,
  created_at timestamptz (3) not null default now(),
  attempts integer not null default 0,
  attempted_at timestamptz (3),
  delivered_at timestamptz (3),
  -- When it was given up.
  failed_at timestamptz (3),
  last_error text
);

create index webhook_deliveries_pending on webhook_deliveries (service_id, number)
  where delivered_at is null and failed_at is null;
create index webhook_deliveries_account on webhook_deliveries (account_id, number desc);

create function tell_webhook() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (account_id, service_id, event)
  select webhooks.account_id, services.id, jsonb_build_object('type', 'service.status',
    'at', to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'service', jsonb_build_object('id', services.id, 'name', services.name, 'endpoint', services.endpoint),
    'from', new.old_status, 'to', new.new_status, 'reason', new.reason)
  from services join webhooks using (account_id) where services.id = new.service_id;
  if found then
    perform pg_notify('shirube_webhooks', new.service_id::text);
  end if;
  return null;
end
$$;

create trigger changes_tell_webhook
  after insert on changes
  for each row when (new.new_status is not null)
  execute function tell_webhook();
