-- Which service was made of what another directory lists, so that reading that list again changes what has changed
-- there and makes nothing twice. What was removed here stays noted, and removed.
create table mirrored_services (
  source text not null,
  -- SHA-256 of what the source knows it by.
  key bytea not null,
  service_id uuid not null,
  -- Of the registration as it was last read.
  digest bytea not null,
  primary key (source, key)
);
