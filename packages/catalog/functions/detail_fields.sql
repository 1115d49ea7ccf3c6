-- Returns the fields of a service that are not columns, by their API names. Registered values override observed ones.
create or replace function detail_fields(details json, observed json) returns jsonb language sql immutable as $$
  select shown - 'call' || (
    select coalesce(jsonb_object_agg('call.' || part, value), '{}') from jsonb_each(shown -> 'call') as call (part, value)
  )
  from (
    select coalesce((observed -> 'manifest')::jsonb, '{}') || coalesce((observed -> 'details')::jsonb, '{}')
      || coalesce(details::jsonb, '{}') as shown
  ) as merged
$$;
