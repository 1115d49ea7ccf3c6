-- What facilitators have settled, each once. One that belongs to no service, or to several alike, is kept without one.
create table settlements (
  -- The chain as services have it.
  network text not null,
  transaction text not null,
  service_id uuid,
  pay_to text not null,
  asset text not null,
  -- In the smallest units of the coin.
  amount numeric(38, 0) not null check (amount > 0),
  -- The coin and how much of it, where it is known.
  currency text,
  value numeric(38, 18),
  resource text,
  settled_at timestamptz (3) not null,
  -- The account of the key that told of it.
  reported_by uuid not null,
  received_at timestamptz (3) not null default now(),
  primary key (network, transaction)
);

create index settlements_unmatched on settlements (network, pay_to) where service_id is null;

-- Settlements of services by day and coin, from which sums are made without reading each of them.
create table settlement_days (
  service_id uuid not null,
  day date not null,
  -- Empty where the coin is not known.
  currency text not null,
  -- What the coin stands for: 1 USDC is 1 USD.
  family text not null,
  transactions bigint not null,
  amount numeric(38, 18) not null,
  primary key (service_id, day, currency)
);

-- Who is paid there. Addresses of some networks are the same in any case; the others are compared once more.
create index services_payee on services (chain, lower(payment_address));

-- The revenue is told in the currency of the service: one that changes its currency has earned in that one what was
-- settled in it.
create function recount_revenue() returns trigger language plpgsql as $$
begin
  select coalesce(sum(amount), 0) into new.total_revenue from settlement_days
  where service_id = new.id and upper(new.currency) in (currency, family);
  return new;
end
$$;

create trigger services_recount_revenue
  before update of currency on services
  for each row when (upper(old.currency) <> upper(new.currency))
  execute function recount_revenue();

-- What is left of the settlements of a service that is removed belongs to no service.
create function forget_settlements() returns trigger language plpgsql as $$
begin
  delete from settlement_days where service_id = old.id;
  return null;
end
$$;

create trigger services_forget_settlements
  after delete on services
  for each row execute function forget_settlements();
