import { findStatus, listNewest } from '@shirube/catalog';
import { type Check, type Service, type ServiceDetail, type StatusRecord, serviceStatuses } from '@shirube/contracts';
import { findSource } from '@shirube/exchange';
import { findCheckSince } from '@shirube/trust';
import { Option, readChains, wholeNumber } from '../commandLine/index.js';
import { defineCommand, type Outcome } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';
import { requireAccount, requireService } from '../stack/operator.js';
import { count, facts, moment, pluralize, table } from '../terminal/format.js';

/** Formats a service and its status record for people. */
export function describeService(
  service: ServiceDetail,
  status: StatusRecord | undefined,
  { source, lastCheck }: { source?: string | undefined; lastCheck?: Check | undefined } = {},
): string {
  const { pricing, x402Config, provider, documentationUrl, tags, call } = service;
  const { type, method, toolName, ...parts } = call ?? {};
  return facts([
    ['id', service.id],
    ['name', service.name],
    ['description', service.description],
    ['endpoint', service.endpoint],
    ['category', service.category],
    ...(provider ? [['provider', [provider.name, provider.url ?? []].flat().join(', ')] as const] : []),
    ...(documentationUrl ? [['documentation', documentationUrl] as const] : []),
    ...(tags ? [['tags', tags.join(', ')] as const] : []),
    ...(call ? [['called by', `${method ?? toolName} (${[type, ...Object.keys(parts)].join(', ')})`] as const] : []),
    [
      'price',
      `${pricing.pricePerRequest} ${pricing.currency} per request${service.testnet ? ', on a test network' : ''}`,
    ],
    ['free quota', pricing.freeQuota === undefined ? 'none' : pluralize(pricing.freeQuota, 'request')],
    ['paid to', `${x402Config.paymentAddress} on ${x402Config.network}`],
    ['status', service.status],
    ...(service.moderation ? [[service.moderation.state, service.moderation.reason] as const] : []),
    ['trust', `${service.trustScore} of 100`],
    ['uptime', status?.lastChecked ? `${status.uptimeScore} %` : 'not checked yet'],
    ['checked', moment(status?.lastChecked ?? null, 'never')],
    ...(lastCheck ? [['found', [lastCheck.verdict, lastCheck.detail ?? []].flat().join(': ')] as const] : []),
    ['transactions', count(status?.txCount ?? 0)],
    ['revenue', String(status?.totalRevenue ?? 0)],
    ['created', moment(service.createdAt, '')],
    ['updated', moment(service.updatedAt, '')],
    ...(source === undefined ? [] : [['mirrored from', source] as const]),
  ]);
}

export const servicesShow = defineCommand({
  path: 'services show',
  summary: 'show a service and its status record',
  examples: ['shirube services show 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f'],
  form: (command) => command.argument('<ID>', 'the id of the service'),
  run: (id) =>
    withCatalog({}, async ({ database }) => {
      const service = await requireService(database, id);
      const status = await findStatus(database, id, { hidden: true });
      const source = await findSource(database, id);
      const lastCheck = await findCheckSince(database, id, new Date(0));
      return {
        data: { service, status, source, lastCheck },
        text: describeService(service, status, { source, lastCheck }),
      };
    }),
});

/** Formats a list of services, for people and for programs. */
export function listOutcome({ services, total }: { services: readonly Service[]; total: number }): Outcome {
  const rows = services.map(({ id, name, category, pricing, status, trustScore }) => [
    id,
    name,
    category,
    `${pricing.pricePerRequest} ${pricing.currency}`,
    status,
    String(trustScore),
  ]);
  const more = total > services.length ? `\n\nThe newest ${count(services.length)} of ${count(total)}.` : '';
  return {
    data: { total, services },
    text:
      total === 0
        ? `${pluralize(0, 'service')}.`
        : `${table(['ID', 'NAME', 'CATEGORY', 'PRICE', 'STATUS', 'TRUST'], rows)}${more}`,
  };
}

export const servicesList = defineCommand({
  path: 'services list',
  summary: 'list services, newest first',
  notes: 'The newest come first. Nothing is changed.',
  examples: ['shirube services list', 'shirube services list --status unverified --limit 100 --json'],
  form: (command) =>
    command
      .option('--category <ID...>', 'only services of one of these categories')
      .option('--chain <CHAIN...>', 'only services that are registered on one of these chains', readChains)
      .addOption(new Option('--status <STATUS>', 'only services of this status').choices(serviceStatuses))
      .option('--min-trust <N>', 'only services of at least this trust', wholeNumber(0, 100))
      .option(
        '--min-uptime <N>',
        'only services of at least this uptime, in percent of the last 30 days',
        wholeNumber(0, 100),
      )
      .option('--account <ACCOUNT>', 'only services of this account, by id or name')
      .option('--limit <N>', 'how many to show, at most 1000', wholeNumber(1, 1000), 20),
  async run({ category: categories, chain: chains, status, minTrust, minUptime, account, limit }) {
    return withCatalog({}, async ({ database }) => {
      const owner = account === undefined ? undefined : await requireAccount(database, account);
      const filters = { categories, chains, status, minTrust, minUptime, accountId: owner?.id };
      return listOutcome(await listNewest(database, { ...filters, limit }));
    });
  },
});

export const servicesSearch = defineCommand({
  path: 'services search',
  summary: 'find services by part of a name, endpoint or address',
  notes: `Finds the exact text, ignoring case, in the catalog itself. So it also finds services that are not indexed yet, or that
the engine refuses. The newest come first.`,
  examples: ['shirube services search weather.example', 'shirube services search 0x209693Bc --json'],
  form: (command) =>
    command
      .argument('<TEXT>', 'part of a name, description, endpoint or payment address')
      .option('--limit <N>', 'how many to show, at most 1000', wholeNumber(1, 1000), 20),
  async run(text, { limit }) {
    return listOutcome(await withCatalog({}, ({ database }) => listNewest(database, { text, limit })));
  },
});
