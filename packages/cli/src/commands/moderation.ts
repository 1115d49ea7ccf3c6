import { listModerated, listReports, type ModerationAction, moderateService, resolveReport } from '@shirube/catalog';
import { readLabel } from '../commandLine/index.js';
import { defineCommand } from '../defineCommand.js';
import { CommandError } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { enqueueChanged } from '../stack/openQueue.js';
import { actor, asOperator, requireService } from '../stack/operator.js';
import { moment, plainText, table } from '../terminal/format.js';

const moderating = (action: ModerationAction, spec: { summary: string; notes: string; done: string }) =>
  defineCommand({
    path: `services ${action}`,
    summary: spec.summary,
    notes: `${spec.notes} It applies to copies of the service, and to what is registered at its endpoint later.
The owner gets the reason, which is also in the audit log.`,
    examples: [`shirube services ${action} 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f --reason "Report 42"`],
    form: (command) =>
      command
        .argument('<ID>', 'the id of the service')
        .option('--host', 'apply it to everything on its host, now and later')
        .requiredOption('--reason <TEXT>', 'why, for its owner and for the audit log', readLabel),
    run: (id, { reason, host }) =>
      withCatalog({}, async (catalog) => {
        await requireService(catalog.database, id);
        const service = await moderateService(catalog.database, actor, {
          id,
          action,
          scope: host ? 'host' : 'endpoint',
          reason,
        });
        await enqueueChanged(catalog, [id]);
        return { data: service, text: `${plainText(service?.name ?? id)} ${spec.done}.` };
      }),
  });

export const servicesHide = moderating('hide', {
  summary: 'hide a service from everybody but its owner',
  notes: 'It leaves lists, searches and the feed, and its page answers 410.',
  done: 'is hidden',
});

export const servicesImpostor = moderating('impostor', {
  summary: 'mark a service as an impostor',
  notes: 'It stays listed with a mark, after all others, and is never verified.',
  done: 'is marked as an impostor',
});

export const servicesRestore = moderating('restore', {
  summary: 'show a hidden service again, or remove the impostor mark',
  notes: 'Checks decide its status, as for any other service. What is hidden with --host is restored with --host.',
  done: 'is restored',
});

export const servicesModerated = defineCommand({
  path: 'services moderated',
  summary: 'list the services that are hidden or marked as impostors',
  async run() {
    const services = await withCatalog({}, ({ database }) => listModerated(database));
    const rows = services.map(({ id, name, moderation, accountId }) => [
      id,
      name,
      moderation?.state ?? '',
      moment(moderation?.at ?? null, ''),
      moderation?.reason ?? '',
      accountId,
    ]);
    const text = rows.length > 0 ? table(['ID', 'NAME', 'STATE', 'SINCE', 'REASON', 'ACCOUNT'], rows) : 'None.';
    return { data: services, text };
  },
});

export const reportsList = defineCommand({
  path: 'reports list',
  summary: 'list reports of visitors about listings, oldest first',
  async run() {
    const reports = await withCatalog({}, ({ database }) => listReports(database));
    const rows = reports.map((one) => [
      one.id,
      moment(one.createdAt, ''),
      one.reason,
      one.serviceId,
      one.serviceName,
      one.comment,
    ]);
    const text = rows.length > 0 ? table(['ID', 'AT', 'REASON', 'SERVICE', 'NAME', 'COMMENT'], rows) : 'None.';
    return { data: reports, text };
  },
});

export const reportsResolve = defineCommand({
  path: 'reports resolve',
  summary: 'mark a report as resolved',
  examples: ['shirube reports resolve 7a0c2f5e-2b1d-4c3a-9f0e-2d4b6a8c0e1f'],
  form: (command) => command.argument('<ID>', 'the id of the report, as `reports list` shows it'),
  async run(id) {
    const isResolved = await withCatalog({}, ({ database }) =>
      asOperator(database, (client) => resolveReport(client, id), { action: 'reports resolve', subject: id }),
    );
    if (!isResolved) throw new CommandError(`There is no open report with the id ${id}.`);
    return { data: { id }, text: `The report ${id} is resolved.` };
  },
});
