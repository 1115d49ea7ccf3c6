-- While a rebuilt index takes the place of the old one nobody may put anything into the old one: no claims until then.
create table index_hold (
  only_row boolean primary key default true check (only_row),
  held_until timestamptz not null default '-infinity'
);

insert into index_hold default values;
