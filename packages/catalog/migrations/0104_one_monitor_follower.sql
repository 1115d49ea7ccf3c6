-- The monitor follows the log once. It goes on where the first of its followers was: what is read again is not done
-- twice. A monitor that starts schedules the checks that are missing.
insert into followers (name, transaction_id, number, started)
select 'monitor', transaction_id, number, true from followers
where name in ('webhooks', 'settlements') and started
order by transaction_id, number limit 1;
delete from followers where name in ('schedule', 'webhooks', 'settlements');
