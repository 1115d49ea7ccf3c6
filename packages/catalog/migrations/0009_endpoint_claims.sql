-- Who has registered an endpoint first. Another account may register it too; while such a service is not verified it
-- comes after all others in lists and searches, so that nobody can put a payment address before that of the owner.
alter table services
  -- A digest of the endpoint as it is compared (see endpointDigest); empty until the next start has filled it in.
  add column endpoint_key text,
  -- Since when the service has this endpoint, if not since it was registered.
  add column endpoint_since timestamptz (3);

create index services_endpoint on services (endpoint_key, (coalesce(endpoint_since, created_at)), id);
create index services_without_endpoint_key on services (id) where endpoint_key is null;

create table endpoint_claims (
  endpoint_key text primary key,
  service_id uuid not null,
  account_id uuid not null
);

-- In the same order for everybody, so that nobody waits for another in a circle.
create function claim_endpoints() returns trigger language plpgsql as $$
begin
  insert into endpoint_claims (endpoint_key, service_id, account_id)
  select distinct on (endpoint_key) endpoint_key, id, account_id from inserted
  where endpoint_key is not null order by endpoint_key, id
  on conflict (endpoint_key) do nothing;
  return null;
end
$$;

create trigger services_claim_endpoints
  after insert on services referencing new table as inserted
  for each statement execute function claim_endpoints();

-- The claim of a service that has left its endpoint goes to who has been there longest; where that is another account,
-- others stand differently from then on, and are indexed anew.
create function leave_endpoint() returns trigger language plpgsql as $$
declare
  previous uuid;
begin
  delete from endpoint_claims where endpoint_key = old.endpoint_key and service_id = old.id
  returning account_id into previous;
  if found then
    insert into endpoint_claims (endpoint_key, service_id, account_id)
    select endpoint_key, id, account_id from services where endpoint_key = old.endpoint_key
    order by coalesce(endpoint_since, created_at), id limit 1
    on conflict (endpoint_key) do nothing;
    update services set revision = revision
    where endpoint_key = old.endpoint_key and exists (
      select from endpoint_claims
      where endpoint_claims.endpoint_key = old.endpoint_key and endpoint_claims.account_id <> previous
    );
  end if;
  return null;
end
$$;

create trigger services_leave_endpoint
  after delete on services
  for each row execute function leave_endpoint();

create trigger services_change_endpoint
  after update of endpoint_key on services
  for each row when (old.endpoint_key is distinct from new.endpoint_key)
  execute function leave_endpoint();

create function take_endpoint() returns trigger language plpgsql as $$
begin
  insert into endpoint_claims (endpoint_key, service_id, account_id)
  values (new.endpoint_key, new.id, new.account_id)
  on conflict (endpoint_key) do nothing;
  return null;
end
$$;

create trigger services_take_endpoint
  after update of endpoint_key on services
  for each row when (old.endpoint_key is distinct from new.endpoint_key and new.endpoint_key is not null)
  execute function take_endpoint();

create function hand_over_endpoint() returns trigger language plpgsql as $$
begin
  update endpoint_claims set account_id = new.account_id where service_id = new.id;
  update services set revision = revision where endpoint_key = new.endpoint_key;
  return null;
end
$$;

create trigger services_hand_over_endpoint
  after update of account_id on services
  for each row when (old.account_id <> new.account_id)
  execute function hand_over_endpoint();
