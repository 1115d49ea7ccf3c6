-- The place of a transaction in the log. A catalog that was restored into another Postgres goes on behind the places that it
-- had, while the transactions there count from anywhere: a restore then puts another function here, which adds the
-- difference. Where nothing was restored it is the transaction itself, and costs nothing.
create function log_xid(xid8) returns xid8 language sql immutable parallel safe as 'select $1';
alter table changes alter column transaction_id set default log_xid(pg_current_xact_id());

-- Feeds that this one goes on for, by their names, each up to the place that a backup of it had: who has read no further
-- goes on from there.
alter table change_feed add column earlier jsonb not null default '{}';
