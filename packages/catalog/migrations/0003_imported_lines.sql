-- Which lines of import files have become services, so that an import can be run again. A line is what it says (the
-- digest of its registration) and how many times the file has said it before: the same service may be listed twice.
-- The row outlives its service: what was removed stays removed when the file is imported again.
create table imported_lines (
  digest bytea not null,
  occurrence integer not null,
  service_id uuid not null,
  primary key (digest, occurrence)
);
