-- How many services an account may register; null: as many as SERVICES_PER_ACCOUNT says.
alter table accounts add column service_quota integer check (service_quota >= 0);
