import { type Database, findService, findStatus } from '@shirube/catalog';
import type { ServiceDetail, StatusRecord } from '@shirube/contracts';
import { findSource } from '@shirube/exchange';
import { defineCommand } from '../defineCommand.js';
import { CommandError } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { count, moment } from '../terminal/quantities.js';
import { facts } from '../terminal/table.js';

/** The service of that id; a sentence when there is none. */
export async function requireService(database: Database, id: string): Promise<ServiceDetail> {
  const service = await findService(database, id);
  if (!service) throw new CommandError(`There is no service with the id ${id}.`);
  return service;
}

/** A service and its status record for people. */
export function describeService(
  service: ServiceDetail,
  status: StatusRecord | undefined,
  source?: string | undefined,
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
    ['price', `${pricing.pricePerRequest} ${pricing.currency} per request`],
    ['free quota', pricing.freeQuota === undefined ? 'none' : `${count(pricing.freeQuota)} requests`],
    ['paid to', `${x402Config.paymentAddress} on ${x402Config.network}`],
    ['status', service.status],
    ['trust', `${service.trustScore} of 100`],
    ['uptime', status?.lastChecked ? `${status.uptimeScore} %` : 'not checked yet'],
    ['checked', moment(status?.lastChecked ?? null, 'never')],
    ['transactions', count(status?.txCount ?? 0)],
    ['revenue', String(status?.totalRevenue ?? 0)],
    ['created', moment(service.createdAt, '')],
    ['updated', moment(service.updatedAt, '')],
    ...(source === undefined ? [] : [['taken over from', source] as const]),
  ]);
}

export const command = defineCommand({
  path: 'services show',
  summary: 'show a service and its status record',
  examples: ['shirube services show 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f'],
  form: (command) => command.argument('<ID>', 'the id of the service'),
  run: (id) =>
    withCatalog({}, async ({ database }) => {
      const service = await requireService(database, id);
      const status = await findStatus(database, id);
      const source = await findSource(database, id);
      return { data: { service, status, source }, text: describeService(service, status, source) };
    }),
});
