-- Which account has proven which host, and when. Readers may not see the rest of the proofs.
create or replace function host_proofs() returns table (prover uuid, host text, proven_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, subject, account_proofs.proven_at from account_proofs where kind = 'host'
$$;
