/**
 * SQL: counts the settlements of `earned` (service_id, settled_at, currency, family, value) for their services. The
 * services are locked first, always in the same order, to avoid deadlocks.
 */
export const countEarned = `
  locked as (
    select id, currency as own_currency from services where id in (select service_id from earned)
    order by id for update
  ), payments as (
    select service_id, settled_at, upper(own_currency) in (currency, family) as is_own, currency, family, value
    from earned join locked on locked.id = service_id
  ), days as (
    insert into settlement_days as known (service_id, day, currency, family, transactions, amount)
    select service_id, (settled_at at time zone 'UTC')::date, coalesce(currency, ''), coalesce(family, ''), count(*),
      coalesce(sum(value), 0)
    from payments group by 1, 2, 3, 4 order by 1, 2, 3
    on conflict (service_id, day, currency) do update
      set transactions = known.transactions + excluded.transactions, amount = known.amount + excluded.amount
  ), totals as (
    select service_id, count(*) as transactions, coalesce(sum(value) filter (where is_own), 0) as revenue
    from payments group by service_id
  ), counted as (
    update services set tx_count = tx_count + transactions, total_revenue = total_revenue + revenue
    from totals where services.id = totals.service_id
  )`;
