import { editService, findStatus } from '@shirube/catalog';
import { UsageError, wholeNumber } from '@shirube/command-line';
import { faultSentences, patchRegistration } from '@shirube/contracts';
import { defineCommand } from '../defineCommand.js';
import { CommandError } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { enqueueChanged } from '../stack/openQueue.js';
import { describeService, requireService } from './servicesShow.js';

const wholeQuota = wholeNumber(0, Number.MAX_SAFE_INTEGER);
const readQuota = (text: string) => (text === 'none' ? text : wholeQuota(text));

export const command = defineCommand({
  path: 'services edit',
  summary: 'change what the owner of a service says of it',
  notes: `What its owner does with PATCH /api/services/ID: what is not given stays, the whole is checked as a registration is,
and a change of endpoint, price, address or network makes a verified service unverified.`,
  examples: ['shirube services edit 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f --price 0.02 --currency USDC'],
  form: (command) =>
    command
      .argument('<ID>', 'the id of the service')
      .option('--name <TEXT>', 'its name')
      .option('--description <TEXT>', 'what it does')
      .option('--endpoint <URL>', 'where it is')
      .option('--category <ID>', 'its category')
      .option('--price <AMOUNT>', 'its price per request')
      .option('--currency <CODE>', 'what the price is in')
      .option('--free-quota <N|none>', 'its free requests', readQuota)
      .option('--address <ADDRESS>', 'who is paid')
      .option('--network <NAME>', 'on which network'),
  async run(id, values) {
    const { name, description, endpoint, category, price, currency, address, network, freeQuota } = values;
    const pricing = { currency, pricePerRequest: price, freeQuota: freeQuota === 'none' ? null : freeQuota };
    const x402Config = { paymentAddress: address, network };
    // Written out and read again, only what was given is left: the rest stays as it is.
    const patch = JSON.stringify({ name, description, endpoint, category, pricing, x402Config });
    if (Object.keys(values).every((option) => option === 'json')) {
      throw new UsageError('Nothing to change: give at least one of the options.');
    }
    return withCatalog({}, async (catalog) => {
      const { database } = catalog;
      await requireService(database, id);
      await editService(database, id, {}, (registration) => {
        const read = patchRegistration(registration, JSON.parse(patch));
        if ('faults' in read) throw new CommandError(faultSentences(read).join(' '));
        return read.registration;
      });
      await enqueueChanged(catalog, [id]);
      const service = await requireService(database, id);
      return { data: service, text: describeService(service, await findStatus(database, id)) };
    });
  },
});
