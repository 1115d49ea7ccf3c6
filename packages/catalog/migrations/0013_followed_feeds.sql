-- How far the feeds of other directories have been taken over into this one.
create table followed_feeds (
  source text primary key,
  -- Where to go on from; empty at the beginning of the feed.
  cursor text,
  -- How often the feed has been read from its beginning. Who starts over names everything that is there; what has not
  -- been named when that is done is gone.
  round integer not null default 1,
  is_whole boolean not null default false
);

alter table mirrored_services
  -- None: the source has removed the service. That is remembered for as long as the removal here is, so that it is
  -- told from a service which was removed here and stays so.
  alter column digest drop not null,
  -- In which reading of its source it was last named.
  add column round integer not null default 0,
  -- It has become somebody's own: the source has no say in it any more.
  add column handed_over boolean not null default false;

create index mirrored_services_service on mirrored_services (service_id);
create index mirrored_services_removed on mirrored_services (service_id) where digest is null;

-- As before, and a change that says when it was made, there where it was made, keeps that time.
create or replace function bump_service_revision() returns trigger language plpgsql as $$
declare
  moment timestamptz (3) := clock_timestamp();
  changed text[] := array_remove(array[
    case when new.name is distinct from old.name then 'name' end,
    case when new.description is distinct from old.description then 'description' end,
    case when new.endpoint is distinct from old.endpoint then 'endpoint' end,
    case when new.category is distinct from old.category then 'category' end,
    case when new.currency is distinct from old.currency then 'currency' end,
    case when new.price_per_request is distinct from old.price_per_request then 'price_per_request' end,
    case when new.free_quota is distinct from old.free_quota then 'free_quota' end,
    case when new.payment_address is distinct from old.payment_address then 'payment_address' end,
    case when new.network is distinct from old.network then 'network' end,
    case when new.trust_score is distinct from old.trust_score then 'trust_score' end,
    case when new.status is distinct from old.status then 'status' end
  ], null);
begin
  new.revision := old.revision + 1;
  if cardinality(changed) > 0 then
    if new.updated_at = old.updated_at then
      new.updated_at := moment;
    end if;
    insert into changes (service_id, type, at, columns, old_status, new_status, reason)
    values (new.id, case when changed <@ array['status', 'trust_score'] then 'status' else 'updated' end,
      moment, changed,
      case when new.status <> old.status then old.status end,
      case when new.status <> old.status then new.status end,
      case when new.status <> old.status then new.status_reason end);
    perform pg_notify('shirube_changes', '');
  end if;
  return new;
end
$$;
