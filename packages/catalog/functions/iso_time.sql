-- Returns a time in the format of the API.
create or replace function iso_time(moment timestamptz) returns text language sql stable parallel safe as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
