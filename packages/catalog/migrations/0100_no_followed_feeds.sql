-- The feeds of other directories are no longer followed. The services that came from them stay, with the name of their
-- source. What a source had removed is noted no more.
drop table followed_feeds;
delete from mirrored_services where digest is null;
drop index mirrored_services_removed;
alter table mirrored_services alter column digest set not null, drop column round;
