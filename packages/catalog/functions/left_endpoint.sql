-- Returns the endpoint that a service leaves if it was the first one there; otherwise nothing changes for the others. A
-- service with a verified owner ranks first, however long the others have been there.
create or replace function left_endpoint(leaving uuid, endpoint text, since timestamptz) returns text
language sql stable as $$
  select endpoint where not exists (
    select from services as earlier where earlier.endpoint_key = endpoint and earlier.id <> leaving
      and earlier.moderation is null
      and (coalesce(earlier.endpoint_since, earlier.created_at), earlier.id) < (since, leaving)
  )
$$;
