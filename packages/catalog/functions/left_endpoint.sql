-- Returns the endpoint that a service leaves if another service there ranks after it; otherwise nothing changes for the
-- others. A service with a verified owner ranks first, however long the others have been there.
create or replace function left_endpoint(leaving uuid, endpoint text, since timestamptz) returns text
language sql stable as $$
  select endpoint where exists (
    select from services as later where later.endpoint_key = left_endpoint.endpoint and later.id <> leaving
      and (coalesce(later.endpoint_since, later.created_at), later.id) > (since, leaving)
  )
$$;
