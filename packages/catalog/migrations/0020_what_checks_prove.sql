-- Two more verdicts: another coin than registered, and an endpoint that only leads to another host. What is there has one
-- of the others, and need not be read again.
alter table checks
  drop constraint checks_verdict_check,
  add constraint checks_verdict_check check (verdict in ('ok', 'wrong_price', 'wrong_address', 'wrong_network',
    'wrong_asset', 'redirected', 'no_challenge', 'method_not_allowed', 'blocked', 'not_found', 'server_error', 'timeout',
    'tls', 'dns', 'refused', 'bad_challenge', 'template_url')) not valid;

-- Answers of which nothing can be told, such as a page that asks for no payment where free requests are registered.
alter table check_hours add column neutral integer not null default 0;
alter table check_days add column neutral integer not null default 0;

-- The endpoint, as endpointDigest has it, at another host that this one leads to; none where it asks for payment itself.
alter table services add column leads_to text;

create or replace function forget_what_was_seen() returns trigger language plpgsql as $$
begin
  new.observed_since := clock_timestamp();
  new.proven_since := null;
  new.leads_to := null;
  return new;
end
$$;
