import { assignServices, changeService, editService, findStatus, removeService } from '@shirube/catalog';
import { faultSentences, patchRegistration, serviceStatuses } from '@shirube/contracts';
import { refreshTrust, releaseService } from '@shirube/trust';
import { Option, UsageError, wholeNumber } from '../commandLine/index.js';
import { defineCommand } from '../defineCommand.js';
import { CommandError, program } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { enqueueChanged } from '../stack/openQueue.js';
import { actor, asOperator, requireAccount, requireService } from '../stack/operator.js';
import { plainText, pluralize } from '../terminal/format.js';
import { describeService } from './services.js';

export const servicesSet = defineCommand({
  path: 'services set',
  summary: 'change the status or trust of a service',
  notes: `Both stay, whatever checks show, until ${program} services release.`,
  examples: ['shirube services set 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f --status verified --trust 80'],
  form: (command) =>
    command
      .argument('<ID>', 'the id of the service')
      .addOption(new Option('--status <STATUS>', 'the status to set').choices(serviceStatuses))
      .option('--trust <0-100>', 'the trust to set', wholeNumber(0, 100)),
  async run(id, { status, trust: trustScore }) {
    if (status === undefined && trustScore === undefined) {
      throw new UsageError('Nothing to change: give --status, --trust or both.');
    }
    return withCatalog({}, async (catalog) => {
      const { database } = catalog;
      await requireService(database, id);
      await asOperator(database, (client) => changeService(client, id, { status, trustScore }), {
        action: 'services set',
        subject: id,
        detail: { status, trustScore },
      });
      // The new status limits the trust.
      await refreshTrust(database, [id]);
      await enqueueChanged(catalog, [id]);
      const service = await requireService(database, id);
      return { data: service, text: describeService(service, await findStatus(database, id, { hidden: true })) };
    });
  },
});

const wholeQuota = wholeNumber(0, Number.MAX_SAFE_INTEGER);
const readQuota = (text: string) => (text === 'none' ? text : wholeQuota(text));

export const servicesEdit = defineCommand({
  path: 'services edit',
  summary: 'edit a service as its owner can',
  notes: `Works like PATCH /api/services/ID for the owner: fields that are not given stay as they are, and the result is checked
like a registration. A change of endpoint, price, address or network makes a verified service unverified.`,
  examples: ['shirube services edit 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f --price 0.02 --currency USDC'],
  form: (command) =>
    command
      .argument('<ID>', 'the id of the service')
      .option('--name <TEXT>', 'its name')
      .option('--description <TEXT>', 'what it does')
      .option('--endpoint <URL>', 'where it is')
      .option('--category <ID>', 'its category')
      .option('--price <AMOUNT>', 'its price per request')
      .option('--currency <CODE>', 'the currency of the price')
      .option('--free-quota <N|none>', 'its free requests', readQuota)
      .option('--address <ADDRESS>', 'payment address')
      .option('--network <NAME>', 'the network it is paid on'),
  async run(id, values) {
    const { name, description, endpoint, category, price, currency, address, network, freeQuota } = values;
    const pricing = { currency, pricePerRequest: price, freeQuota: freeQuota === 'none' ? null : freeQuota };
    const x402Config = { paymentAddress: address, network };
    // The round trip through JSON drops undefined members, so that only the given options change.
    const patch = JSON.stringify({ name, description, endpoint, category, pricing, x402Config });
    if (Object.keys(values).every((option) => option === 'json')) {
      throw new UsageError('Nothing to change: give at least one of the options.');
    }
    return withCatalog({}, async (catalog) => {
      const { database } = catalog;
      await requireService(database, id);
      await editService(database, id, { operator: { actor } }, (registration) => {
        const read = patchRegistration(registration, JSON.parse(patch));
        if ('faults' in read) throw new CommandError(faultSentences(read).join(' '));
        return read.registration;
      });
      await enqueueChanged(catalog, [id]);
      const service = await requireService(database, id);
      return { data: service, text: describeService(service, await findStatus(database, id, { hidden: true })) };
    });
  },
});

export const servicesRelease = defineCommand({
  path: 'services release',
  summary: 'let checks decide again on status and trust',
  notes: `Status and trust that ${program} services set has set stay, whatever checks show. After this, checks decide again. The first one runs at once.`,
  examples: ['shirube services release 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f'],
  form: (command) => command.argument('<ID>', 'the id of the service'),
  run: (id) =>
    withCatalog({}, async ({ database }) => {
      const service = await requireService(database, id);
      await asOperator(database, (client) => releaseService(client, id), { action: 'services release', subject: id });
      return { data: service, text: describeService(service, await findStatus(database, id, { hidden: true })) };
    }),
});

export const servicesRemove = defineCommand({
  path: 'services remove',
  summary: 'remove a service from the catalog',
  notes: `The service leaves the catalog at once, and search a moment later. To keep it but mark it as inactive:
${program} services set ID --status inactive`,
  examples: ['shirube services remove 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f'],
  form: (command) => command.argument('<ID>', 'the id of the service'),
  run: (id) =>
    withCatalog({}, async (catalog) => {
      const service = await requireService(catalog.database, id);
      await removeService(catalog.database, id, { operator: { actor } });
      await enqueueChanged(catalog, [id]);
      return { data: service, text: `Removed ${plainText(service.name)} (${service.id}).` };
    }),
});

export const servicesAssign = defineCommand({
  path: 'services assign',
  summary: 'move services to an account',
  notes: 'After this, only keys of that account may change and remove them.',
  examples: [
    'shirube services assign 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f --account "Weather team"',
    'shirube services assign 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f --account operator',
  ],
  form: (command) =>
    command
      .argument('<ID...>', 'the ids of the services')
      .requiredOption('--account <ACCOUNT>', 'who gets them: the id or the name of an account'),
  async run(ids, { account: idOrName }) {
    return withCatalog({}, async ({ database }) => {
      const account = await requireAccount(database, idOrName);
      for (const id of ids) await requireService(database, id);
      const assigned = await asOperator(database, (client) => assignServices(client, account.id, ids), {
        action: 'services assign',
        subject: account.id,
        detail: { ids },
      });
      return {
        data: { account: account.id, services: assigned },
        text: `${plainText(account.name)} (${account.id}) now has ${pluralize(assigned.length, 'service')} more.`,
      };
    });
  },
});
