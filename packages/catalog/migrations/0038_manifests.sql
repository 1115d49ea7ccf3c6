-- When the documents in which an origin says what it sells were read last: once a day.
create table read_manifests (
  origin text primary key,
  read_at timestamptz not null
);

-- Another verdict: what is asked for is as registered, but the service describes itself otherwise. What is there has one of
-- the others, and need not be read again.
alter table checks
  drop constraint checks_verdict_check,
  add constraint checks_verdict_check check (verdict in ('ok', 'other_details', 'wrong_price', 'wrong_address',
    'wrong_network', 'wrong_asset', 'redirected', 'no_challenge', 'method_not_allowed', 'blocked', 'not_found',
    'server_error', 'timeout', 'tls', 'dns', 'refused', 'bad_challenge', 'template_url')) not valid;
