-- As before, and a change that says when it was made, there where it was made, keeps that time: 0015 had lost that.
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
  indexed integer := coalesce(old.indexed_trust, old.trust_score);
begin
  if changed <@ array['trust_score'] and new.trust_made_at is distinct from old.trust_made_at
    and abs(new.trust_score - indexed) < 2 then
    new.indexed_trust := indexed;
    return new;
  end if;
  new.indexed_trust := new.trust_score;
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
