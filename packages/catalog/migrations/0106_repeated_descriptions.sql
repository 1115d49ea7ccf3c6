-- Finds the first service of a host with a description.
create index services_by_description on services (endpoint_host, md5(description), id);
