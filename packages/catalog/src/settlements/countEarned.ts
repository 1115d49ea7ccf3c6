/**
 * SQL: counts the settlements of `earned` (service_id, settled_at, currency, family, value) for their services. Rows are
 * locked in the same order by everybody, so that nobody waits for another in a circle.
 */
export const countEarned = `
  days as (
    insert into settlement_days as known (service_id, day, currency, family, transactions, amount)
    select service_id, (settled_at at time zone 'UTC')::date, coalesce(currency, ''), coalesce(family, ''), count(*),
      coalesce(sum(value), 0)
    from earned group by 1, 2, 3, 4 order by 1, 2, 3
    on conflict (service_id, day, currency) do update
      set transactions = known.transactions + excluded.transactions, amount = known.amount + excluded.amount
  ), locked as (
    select id, currency from services where id in (select service_id from earned) order by id for update
  ), totals as (
    select locked.id, count(*) as transactions,
      coalesce(sum(value) filter (where upper(locked.currency) in (earned.currency, earned.family)), 0) as revenue
    from earned join locked on locked.id = earned.service_id group by locked.id
  ), counted as (
    update services set tx_count = tx_count + transactions, total_revenue = total_revenue + revenue
    from totals where services.id = totals.id
  )`;
