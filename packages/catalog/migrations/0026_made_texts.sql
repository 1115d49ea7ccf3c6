-- What search has made of the texts of a service (words, terms, vector), so that it is made once, however many search nodes,
-- retries and rebuilds there are. Good for one version of the language and for the text that the key is the digest of.
create table made_texts (
  service_id uuid primary key references services (id) on delete cascade,
  version text not null,
  key text not null,
  made text not null
);
