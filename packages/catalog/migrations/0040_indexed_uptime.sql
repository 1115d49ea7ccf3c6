-- What the search index was last told of the uptime of a service, if that is not what it is.
alter table services add column indexed_uptime numeric(5, 2);
