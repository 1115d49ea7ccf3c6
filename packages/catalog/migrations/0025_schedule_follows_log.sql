-- The schedule of checks follows the log: a registration writes its service and its entry, and nothing else.
lock table services in exclusive mode;
drop trigger services_monitor_insert on services;
drop trigger services_monitor_update on services;
drop function monitor_new_services, monitor_changed_service;

-- What is there is scheduled already.
insert into followers (name, transaction_id, number, started)
select 'schedule', coalesce(max(transaction_id), '0'), coalesce(max(number), 0), true from changes
where transaction_id = (select max(transaction_id) from changes);
