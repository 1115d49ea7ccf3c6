-- How far the feeds of other directories have been taken over into this one.
create table followed_feeds (
  source text primary key,
  -- Where to go on from; empty at the beginning of the feed.
  cursor text,
  -- How often the feed has been read from its beginning. Who starts over names everything that is there; what has not
  -- been named when that is done is gone.
  round integer not null default 1,
  is_whole boolean not null default false
);

alter table mirrored_services
  -- None: the source has removed the service. That is remembered for as long as the removal here is, so that it is
  -- told from a service which was removed here and stays so.
  alter column digest drop not null,
  -- In which reading of its source it was last named.
  add column round integer not null default 0,
  -- It has become somebody's own: the source has no say in it any more.
  add column handed_over boolean not null default false;

create index mirrored_services_service on mirrored_services (service_id);
create index mirrored_services_removed on mirrored_services (service_id) where digest is null;
