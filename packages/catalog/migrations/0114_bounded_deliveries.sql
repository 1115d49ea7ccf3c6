-- An account has at most so many deliveries; the oldest are dropped, and counted if they were pending.
alter table webhooks add column dropped bigint not null default 0;
with surplus as (
  select id, row_number() over (partition by account_id order by number desc) > 10000 as is_dropped
  from webhook_deliveries
), dropped as (
  delete from webhook_deliveries as old using surplus where old.id = surplus.id and is_dropped
  returning account_id, delivered_at is null and failed_at is null as is_pending
)
update webhooks set dropped = counts.dropped
from (select account_id, count(*) as dropped from dropped where is_pending group by account_id) as counts
where webhooks.account_id = counts.account_id;

-- What is due is found without sorting what is pending.
create index webhook_deliveries_due on webhook_deliveries (account_id, next_attempt_at, number)
  where delivered_at is null and failed_at is null;
create index webhook_deliveries_claimed on webhook_deliveries (claimed_until)
  where delivered_at is null and failed_at is null;
drop index webhook_deliveries_pending;
create index webhook_deliveries_pending on webhook_deliveries (account_id, service_id, number)
  where delivered_at is null and failed_at is null;
-- Whether an account was notified of a service, and what ended long ago.
create index webhook_deliveries_service on webhook_deliveries (account_id, service_id);
create index webhook_deliveries_ended on webhook_deliveries (coalesce(delivered_at, failed_at));
