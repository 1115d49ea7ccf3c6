-- Who paid, where the facilitator tells: trust counts payers, not payments.
alter table settlements add column payer text;
create index settlements_of_service on settlements (service_id, settled_at) where service_id is not null;
create index settlements_of_payer on settlements (payer, service_id) where payer is not null;
