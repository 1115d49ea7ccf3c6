-- Who offers a service: the registrable domain of its endpoint. It is filled in after the migration, since only the
-- list of public suffixes knows it. Until then, and for what the version before stores, the host stands for it.
alter table services add column provider text;
create index services_by_provider on services ((coalesce(provider, endpoint_host)), id);
create index services_without_provider on services (id) where provider is null;
