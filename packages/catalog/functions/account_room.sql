-- Returns how many more services an account may register; null: any number. Concurrent registrations do not see each
-- other. So near the quota they wait for each other, for the rest of the transaction, and count again.
create or replace function account_room(account uuid, usual_quota integer) returns bigint language plpgsql as $$
declare
  quota integer;
  room bigint;
begin
  if usual_quota is null then
    return null;
  end if;
  select coalesce(service_quota, usual_quota) into quota from accounts where id = account;
  select quota - count(*) into room from (select from services where account_id = account limit quota) as counted;
  -- More than are stored at once.
  if room < 500 then
    perform pg_advisory_xact_lock(hashtext('shirube quota ' || account));
    select quota - count(*) into room from (select from services where account_id = account limit quota) as counted;
  end if;
  return room;
end
$$;
