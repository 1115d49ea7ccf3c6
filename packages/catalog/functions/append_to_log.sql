-- Appends an entry to the log for every change of a service, in the same
-- statement, so that followers of the log miss nothing that is stored.
create or replace function append_to_log() returns trigger language plpgsql as $$
declare
  moment timestamptz (3) := clock_timestamp();
  before jsonb;
  after jsonb;
  diff jsonb;
  columns text[];
  watched text[];
  indexed integer;
  indexed_uptime numeric;
  moderated text;
  only_uptime boolean;
begin
  if tg_op = 'INSERT' then
    -- A service may be hidden from the start, because its endpoint is.
    insert into changes (service_id, type, moderation, moderation_reason)
    select id, case when moderation = 'hidden' then 'touched' else 'created' end, moderation, moderation_reason
    from new_rows order by id;
    perform pg_notify('shirube_changes', '');
    return null;
  end if;

  if tg_op = 'DELETE' then
    insert into changes (service_id, type, left_endpoint)
    select id, 'deleted', case when owner_verified is not null then endpoint_key
      else left_endpoint(id, endpoint_key, coalesce(endpoint_since, created_at)) end
    from old_rows order by id;
    perform pg_notify('shirube_changes', '');
    return null;
  end if;

  -- An impostor is never verified, whoever sets its status.
  if new.moderation = 'impostor' and new.status = 'verified' then
    new.status := 'unverified';
  end if;
  before := to_jsonb(old);
  after := to_jsonb(new);
  watched := array['name', 'description', 'endpoint', 'category', 'currency', 'price_per_request', 'free_quota',
    'payment_address', 'network', 'trust_score', 'status', 'moderation', 'owner_verified'];
  if (old.details::text, old.observed::text) is distinct from (new.details::text, new.observed::text) then
    before := before || detail_fields(old.details, old.observed);
    after := after || detail_fields(new.details, new.observed);
    watched := watched || array(select jsonb_object_keys(detail_fields(old.details, old.observed) || detail_fields(new.details, new.observed)));
    -- Ways to pay that are seen for the first time, or at a new endpoint, do not count as a change.
    if (old.observed -> 'accepts') is not null and (new.observed -> 'accepts') is not null then
      before := before || jsonb_build_object('accepts', old.observed -> 'accepts');
      after := after || jsonb_build_object('accepts', new.observed -> 'accepts');
      watched := watched || 'accepts'::text;
    end if;
  end if;
  -- For long texts, only the fact that they changed is recorded.
  select jsonb_object_agg(name, case when name <> 'description' and greatest(octet_length((before -> name)::text),
        octet_length((after -> name)::text)) <= 10000 then jsonb_build_array(before -> name, after -> name) end
      order by position), array_agg(name order by position)
  into diff, columns
  from unnest(watched) with ordinality as watching (name, position)
  where before -> name is distinct from after -> name;

  -- Every check recomputes trust and uptime. A difference from the index of less than 2 in trust, or 0.1 in uptime, is not
  -- a change.
  indexed := coalesce(old.indexed_trust, old.trust_score);
  indexed_uptime := coalesce(old.indexed_uptime, old.uptime_score);
  if columns = array['trust_score'] and new.trust_made_at is distinct from old.trust_made_at
    and abs(new.trust_score - indexed) < 2 and abs(new.uptime_score - indexed_uptime) < 0.1 then
    new.indexed_trust := indexed;
    new.indexed_uptime := indexed_uptime;
    return new;
  end if;
  if columns is null and new.revision = old.revision and new.account_id = old.account_id
    and abs(new.uptime_score - indexed_uptime) < 0.1 then
    new.indexed_uptime := indexed_uptime;
    return new;
  end if;

  if new.moderation is distinct from old.moderation then
    moderated := coalesce(new.moderation, 'restored');
  end if;

  only_uptime := columns is null and new.revision = old.revision and new.account_id = old.account_id;
  new.indexed_trust := new.trust_score;
  new.indexed_uptime := new.uptime_score;
  new.revision := old.revision + 1;
  if columns is not null then
    new.updated_at := moment;
  end if;
  -- Followers see a hidden service as deleted, and as created when it is restored. Changes in between are not shown.
  if moderated is not null and 'hidden' in (old.moderation, new.moderation) then
    columns := null;
    diff := null;
  end if;
  insert into changes (service_id, type, at, columns, changed, old_status, new_status, reason, left_endpoint,
    moderation, moderation_reason)
  values (new.id,
    case when new.moderation = 'hidden' then case when moderated = 'hidden' then 'deleted' else 'touched' end
      when old.moderation = 'hidden' then 'created'
      when columns is null then 'touched' when columns <@ array['status', 'trust_score'] then 'status' else 'updated' end,
    moment, case when only_uptime then array['uptime_score'] else columns end, diff,
    case when new.status <> old.status then old.status end,
    case when new.status <> old.status then new.status end,
    case when new.status <> old.status then new.status_reason end,
    case when (new.owner_verified is null, new.endpoint_key, new.account_id, new.moderation, new.name,
          new.details #>> '{call,method}', new.details #>> '{call,toolName}')
        is distinct from (old.owner_verified is null, old.endpoint_key, old.account_id, old.moderation, old.name,
          old.details #>> '{call,method}', old.details #>> '{call,toolName}')
      then case when old.owner_verified is not null or new.owner_verified is not null then old.endpoint_key
        else left_endpoint(old.id, old.endpoint_key, coalesce(old.endpoint_since, old.created_at)) end end,
    moderated, case when moderated is not null then new.moderation_reason end);
  perform pg_notify('shirube_changes', '');
  return new;
end
$$;

create or replace trigger services_log_insert
  after insert on services referencing new table as new_rows
  for each statement execute function append_to_log();

create or replace trigger services_log_update
  before update of name, description, endpoint, endpoint_key, category, currency, price_per_request, free_quota,
    payment_address, network, trust_score, uptime_score, status, details, observed, owner_verified, revision,
    account_id, moderation on services
  for each row execute function append_to_log();

create or replace trigger services_log_delete
  after delete on services referencing old table as old_rows
  for each statement execute function append_to_log();
