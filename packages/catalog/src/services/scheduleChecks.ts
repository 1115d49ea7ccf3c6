import type { Database } from '../database.js';

const hostOf = 'coalesce(services.endpoint_host, endpoint_host(services.endpoint))';

// Making a service due locks its host. A claim takes the same lock, so it cannot miss the service.
const dueHosts = (hosts: string) => `
  insert into monitored_hosts (host, due_at) select distinct host, now() from ${hosts} order by host
  on conflict (host) do update set due_at = excluded.due_at where monitored_hosts.due_at > excluded.due_at`;

/**
 * Adds services to the schedule of checks that are not in it yet: these, or all. The lock keeps a service from being
 * removed in between; without it, the foreign key would refuse the whole statement.
 */
export async function scheduleChecks(database: Pick<Database, 'query'>, ids?: readonly string[]): Promise<void> {
  await database.query({
    name: 'schedule-checks',
    text: `with added as (
        insert into monitoring (service_id, host, due_at)
        select id, ${hostOf}, now() from services
        where ($1::uuid[] is null or id = any ($1))
          and not exists (select from monitoring where service_id = id)
        for key share of services
        on conflict (service_id) do nothing
        returning host
      )
      ${dueHosts('added')}`,
    values: [ids ?? null],
  });
}

/**
 * Common table expressions for a statement that gives services new terms, those of `terms` (id and the columns of
 * services). They discard what was seen under other terms, which says nothing about the new ones, and have the services
 * checked again. They see the services as they were.
 */
export const rescheduleChanged = `
  rescheduled as (
    update monitoring set host = terms.endpoint_host, due_at = now(), confirmed_since = null, contradictions = 0,
      status_held = status_held and services.status <> 'verified',
      method = case when services.endpoint = terms.endpoint then method end,
      failing_since = case when services.endpoint = terms.endpoint then failing_since end,
      failures = case when services.endpoint = terms.endpoint then failures else 0 end
    from terms join services on services.id = terms.id
    where service_id = services.id
      and (services.endpoint, services.currency, services.price_per_request, services.payment_address, services.network)
        is distinct from (terms.endpoint, terms.currency, terms.price_per_request, terms.payment_address, terms.network)
    returning monitoring.host
  ), rescheduled_hosts as (${dueHosts('rescheduled')})`;
