-- Where moderation applies to whatever is registered there later: an endpoint (its key), or a whole host.
create table moderated_places (
  kind text not null check (kind in ('endpoint', 'host')),
  place text not null,
  state text not null check (state in ('hidden', 'impostor')),
  reason text not null,
  at timestamptz (3) not null,
  primary key (kind, place)
);

insert into moderated_places
select distinct on (endpoint_key) 'endpoint', endpoint_key, moderation, coalesce(moderation_reason, ''),
  coalesce(moderated_at, now())
from services where moderation is not null and endpoint_key is not null order by endpoint_key, moderation;
