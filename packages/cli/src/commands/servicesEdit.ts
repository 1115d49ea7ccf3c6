import { editService, findStatus } from '@shirube/catalog';
import { faultSentences, patchRegistration } from '@shirube/contracts';
import { CommandError, UsageError } from '../commandError.js';
import { defineCommand } from '../defineCommand.js';
import { enqueueChanged } from '../stack/enqueueChanged.js';
import { withCatalog } from '../stack/openCatalog.js';
import { describeService, requireService } from './servicesShow.js';

function readQuota(text: string): number | null {
  if (text === 'none') return null;
  if (!/^\d{1,15}$/.test(text)) {
    throw new UsageError(`--free-quota must be a whole number of 0 or more, or none, not "${text}".`);
  }
  return Number(text);
}

export const command = defineCommand({
  arguments: [{ name: 'ID', summary: 'the id of the service' }],
  options: {
    name: { type: 'string', value: 'TEXT', summary: 'its name' },
    description: { type: 'string', value: 'TEXT', summary: 'what it does' },
    endpoint: { type: 'string', value: 'URL', summary: 'where it is' },
    category: { type: 'string', value: 'ID', summary: 'its category' },
    price: { type: 'string', value: 'AMOUNT', summary: 'its price per request' },
    currency: { type: 'string', value: 'CODE', summary: 'what the price is in' },
    'free-quota': { type: 'string', value: 'N|none', summary: 'its free requests' },
    address: { type: 'string', value: 'ADDRESS', summary: 'who is paid' },
    network: { type: 'string', value: 'NAME', summary: 'on which network' },
  },
  notes: `What its owner does with PATCH /api/services/ID: what is not given stays, the whole is checked as a registration is,
and a change of endpoint, price, address or network makes a verified service unverified.`,
  examples: ['shirube services edit 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f --price 0.02 --currency USDC'],
  async run({ values, positionals: [id = ''] }) {
    const { name, description, endpoint, category, price, currency, address, network } = values;
    const quota = values['free-quota'];
    const freeQuota = quota === undefined ? undefined : readQuota(quota);
    const pricing = { currency, pricePerRequest: price, freeQuota };
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
