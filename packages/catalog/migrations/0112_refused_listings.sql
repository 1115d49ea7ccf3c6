-- What an operator has refused to list is not asked for again for a while.
alter table open_listings add column refused_at timestamptz;
