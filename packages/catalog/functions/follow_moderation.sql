-- Moderation follows the endpoint, and the host if the operator has said so: a service that is registered there later, or
-- moved there, gets it too, by whatever way it comes into the catalog.
create or replace function follow_moderation() returns trigger language plpgsql as $$
begin
  if new.moderation is not null or tg_op = 'UPDATE' and new.endpoint_key is not distinct from old.endpoint_key then
    return new;
  end if;
  select state, reason, at into new.moderation, new.moderation_reason, new.moderated_at from moderated_places
  where (kind, place) in (('endpoint', new.endpoint_key), ('host', new.endpoint_host))
  order by state limit 1;
  -- An update is handled by append_to_log.
  if tg_op = 'INSERT' and new.moderation = 'impostor' and new.status = 'verified' then
    new.status := 'unverified';
  end if;
  return new;
end
$$;

-- Its name sorts before services_log_update, so it fires first.
create or replace trigger services_follow_moderation
  before insert or update of endpoint_key on services
  for each row execute function follow_moderation();
