-- The endpoint that a service leaves, if it was the first there: otherwise its leaving changes nothing for the others.
create or replace function left_endpoint(leaving uuid, endpoint text, since timestamptz) returns text
language sql stable as $$
  select endpoint where not exists (
    select from services as earlier where earlier.endpoint_key = endpoint and earlier.id <> leaving
      and (coalesce(earlier.endpoint_since, earlier.created_at), earlier.id) < (since, leaving)
  )
$$;

-- What is said of a service beside its columns, by the names that clients have for it: what is registered wins.
create or replace function detail_fields(details json, observed json) returns jsonb language sql immutable as $$
  select shown - 'call' || (
    select coalesce(jsonb_object_agg('call.' || part, value), '{}') from jsonb_each(shown -> 'call') as call (part, value)
  )
  from (select coalesce((observed -> 'details')::jsonb, '{}') || coalesce(details::jsonb, '{}') as shown) as merged
$$;

-- The only trigger function of services. It appends an entry to the log for whatever happens to a service, in the same
-- statement, so that nothing that is stored can be missed by those who follow the log.
create or replace function append_to_log() returns trigger language plpgsql as $$
declare
  moment timestamptz (3) := clock_timestamp();
  before jsonb;
  after jsonb;
  diff jsonb;
  columns text[];
  watched text[];
  indexed integer;
begin
  if tg_op = 'INSERT' then
    insert into changes (service_id, type) select id, 'created' from new_rows order by id;
    perform pg_notify('shirube_changes', '');
    return null;
  end if;

  if tg_op = 'DELETE' then
    insert into changes (service_id, type, left_endpoint)
    select id, 'deleted', left_endpoint(id, endpoint_key, coalesce(endpoint_since, created_at)) from old_rows order by id;
    perform pg_notify('shirube_changes', '');
    return null;
  end if;

  before := to_jsonb(old);
  after := to_jsonb(new);
  watched := array['name', 'description', 'endpoint', 'category', 'currency', 'price_per_request', 'free_quota',
    'payment_address', 'network', 'trust_score', 'status'];
  if (old.details::text, old.observed::text) is distinct from (new.details::text, new.observed::text) then
    before := before || detail_fields(old.details, old.observed);
    after := after || detail_fields(new.details, new.observed);
    watched := watched || array(select jsonb_object_keys(detail_fields(old.details, old.observed) || detail_fields(new.details, new.observed)));
  end if;
  -- Of long texts only that they have changed.
  select jsonb_object_agg(name, case when name <> 'description' and greatest(octet_length((before -> name)::text),
        octet_length((after -> name)::text)) <= 10000 then jsonb_build_array(before -> name, after -> name) end
      order by position), array_agg(name order by position)
  into diff, columns
  from unnest(watched) with ordinality as watching (name, position)
  where before -> name is distinct from after -> name;

  -- Trust is made anew with every check. What differs by less than 2 from what the index has is no change.
  indexed := coalesce(old.indexed_trust, old.trust_score);
  if columns = array['trust_score'] and new.trust_made_at is distinct from old.trust_made_at
    and abs(new.trust_score - indexed) < 2 then
    new.indexed_trust := indexed;
    return new;
  end if;
  if columns is null and new.revision = old.revision and new.account_id = old.account_id then
    return new;
  end if;

  new.indexed_trust := new.trust_score;
  new.revision := old.revision + 1;
  -- A change that was made elsewhere, as in a directory that is mirrored, brings its own time along.
  if columns is not null and new.updated_at = old.updated_at then
    new.updated_at := moment;
  end if;
  insert into changes (service_id, type, at, columns, changed, old_status, new_status, reason, left_endpoint)
  values (new.id,
    case when columns is null then 'touched' when columns <@ array['status', 'trust_score'] then 'status' else 'updated' end,
    moment, columns, diff,
    case when new.status <> old.status then old.status end,
    case when new.status <> old.status then new.status end,
    case when new.status <> old.status then new.status_reason end,
    case when (new.endpoint_key, new.account_id) is distinct from (old.endpoint_key, old.account_id)
      then left_endpoint(old.id, old.endpoint_key, coalesce(old.endpoint_since, old.created_at)) end);
  perform pg_notify('shirube_changes', '');
  return new;
end
$$;

create or replace trigger services_log_insert
  after insert on services referencing new table as new_rows
  for each statement execute function append_to_log();

create or replace trigger services_log_update
  before update of name, description, endpoint, endpoint_key, category, currency, price_per_request, free_quota,
    payment_address, network, trust_score, status, details, observed, revision, account_id on services
  for each row execute function append_to_log();

create or replace trigger services_log_delete
  after delete on services referencing old table as old_rows
  for each statement execute function append_to_log();
