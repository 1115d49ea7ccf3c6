-- How often a service was among the results of searches, and opened, on a day in UTC; `ranks` is the sum of its places.
create table insight_days (
  service_id uuid not null,
  day date not null,
  shown integer not null,
  opened integer not null,
  ranks bigint not null,
  primary key (service_id, day)
);
create index insight_days_by_day on insight_days (day);

-- The same by kind of query, in the week from that Monday: by task ('' if none) and by each word ('' for all queries of
-- the task). `askers` are up to five numbers below 4096 that tell askers apart.
create table insight_queries (
  service_id uuid not null,
  week date not null,
  task text not null,
  word text not null,
  shown integer not null,
  opened integer not null,
  askers smallint[] not null,
  primary key (service_id, week, task, word)
);
create index insight_queries_by_week on insight_queries (week);

-- What the numbers of askers are computed with, by all readers. It is deleted after the week.
create table insight_salts (
  week date primary key,
  salt text not null default gen_random_uuid()
);
