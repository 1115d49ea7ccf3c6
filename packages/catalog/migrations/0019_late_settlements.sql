-- Settlements that belong to no service are looked for again when one is registered or changed.
alter table settlements
  -- By what the resource is found among the endpoints, the best first; empty until the next start has filled it in.
  add column resource_keys text[];

drop index settlements_unmatched;
create index settlements_unmatched on settlements (network, lower(pay_to)) where service_id is null;
create index settlements_unmatched_resource on settlements using gin (resource_keys) where service_id is null;
create index settlements_without_resource_keys on settlements (network, transaction)
  where service_id is null and resource_keys is null;
