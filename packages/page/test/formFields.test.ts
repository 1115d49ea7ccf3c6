import t from 'tap';
import { emptyFields, fieldsOf, rebase, toPatch, toRegistration } from '../dist/browser/account/formFields.js';

const service = {
  name: 'Sky',
  description: 'Reads the sky',
  endpoint: 'https://sky.example',
  category: 'weather',
  pricing: { currency: 'USDC', pricePerRequest: '0.01', freeQuota: 5 },
  x402Config: { network: 'base', paymentAddress: '0x1' },
};
const fields = fieldsOf(service);

t.test('a form that was not touched is the registration, and changes nothing', async (t) => {
  t.strictSame(toRegistration(fields), service);
  t.strictSame(toPatch(fields, fields), {});
});

t.test('a change holds what was changed and nothing else, and an emptied quota is taken away', async (t) => {
  const changed = {
    ...fields,
    'pricing.pricePerRequest': '０．０２ ',
    'pricing.freeQuota': '',
    name: 'Sky 2',
  };
  t.strictSame(toPatch(changed, fields), {
    name: 'Sky 2',
    pricing: { pricePerRequest: '0.02', freeQuota: null },
  });
});

t.test('a dollar sign before a price in dollars is left out, and no other', async (t) => {
  const priced = (price: string, currency: string) =>
    toRegistration({ ...fields, 'pricing.pricePerRequest': price, 'pricing.currency': currency }).pricing
      .pricePerRequest;
  t.equal(priced(' $0.01', 'USDC'), '0.01');
  t.equal(priced('＄ ０．０１', ''), '0.01');
  t.equal(priced('$5', 'JPYC'), '$5', 'which the API refuses');
});

t.test('what is no number is sent as one that is refused, never as nothing', async (t) => {
  const changed = { ...fields, 'pricing.freeQuota': 'many' };
  t.strictSame(toPatch(changed, fields), { pricing: { freeQuota: -1 } });
  t.equal(toRegistration(emptyFields).pricing.freeQuota, undefined);
});

t.test('what was typed stays over what has changed meanwhile', async (t) => {
  const typed = { ...fields, name: 'Mine' };
  const now = { ...fields, name: 'Theirs', category: 'sky' };
  t.strictSame(rebase(typed, fields, now), { ...fields, name: 'Mine', category: 'sky' });
});
