import { solanaWallet, wallet } from '@shirube/testing';
import t from 'tap';
import { compareTerms, type DeclaredTerms } from '../dist/monitor/compareTerms.js';
import type { Offer } from '../dist/monitor/readChallenge.js';
import { base, usdc } from './sellers.js';

const other = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';
const eurc = '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42';
const weth = '0x4200000000000000000000000000000000000006';
const declared: DeclaredTerms = { network: 'base', payTo: wallet, price: '0.01', currency: 'USDC' };
const offer = (changes: Partial<Offer> = {}): Offer => ({
  scheme: 'exact',
  network: base,
  payTo: wallet,
  asset: usdc,
  amount: '10000',
  ...changes,
});
const polygon = { network: 'eip155:137', asset: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' };
const solana = {
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  payTo: solanaWallet,
};

const table: [what: string, offers: Offer[], expected: string, declared?: Partial<DeclaredTerms>][] = [
  ['what is registered', [offer()], 'ok'],
  ['less', [offer({ amount: '1' })], 'ok'],
  ['more', [offer({ amount: '10001' })], 'wrong_price'],
  ['another wallet', [offer({ payTo: other })], 'wrong_address'],
  ['a coin that is not known', [offer({ asset: weth, amount: `1${'0'.repeat(18)}` })], 'wrong_asset unknown_asset'],
  ['other money', [offer({ asset: eurc })], 'wrong_asset other_currency'],
  ['no number', [offer({ amount: '0.01' })], 'bad_challenge bad_amount'],
  ['nothing', [], 'bad_challenge no_offer'],
  ['a scheme that nobody knows', [offer({ scheme: 'nonsense' })], 'bad_challenge unknown_scheme'],
  ['the most that it may cost', [offer({ scheme: 'upto' })], 'ok'],
  ['another network', [offer(polygon)], 'wrong_network'],

  // Decoys beside a matching offer.
  ['another wallet beside', [offer({ payTo: other, amount: '1000000' }), offer()], 'wrong_address'],
  ['another wallet after', [offer(), offer({ payTo: other })], 'wrong_address'],
  [
    'another wallet, and the right one in a scheme that nobody knows',
    [offer({ payTo: other, amount: '1000000' }), offer({ scheme: 'nonsense' })],
    'wrong_address',
  ],
  ['another wallet in such a scheme', [offer(), offer({ scheme: 'nonsense', payTo: other })], 'wrong_address'],
  ['such a scheme, to the right wallet', [offer(), offer({ scheme: 'nonsense', amount: '99999' })], 'ok'],
  ['a dearer offer beside', [offer(), offer({ scheme: 'upto', amount: '20000' })], 'wrong_price'],
  ['a coin that is not known beside', [offer(), offer({ asset: weth })], 'wrong_asset unknown_asset'],

  // Several networks.
  ['another network with the same wallet', [offer(polygon), offer()], 'ok'],
  ['another network with another wallet', [offer(), offer({ ...polygon, payTo: other })], 'wrong_address'],
  ['another network that is dearer', [offer(), offer({ ...polygon, amount: '10001' })], 'wrong_price'],
  [
    'another network in a coin that is not known',
    [offer(), offer({ ...polygon, asset: weth })],
    'wrong_asset unknown_asset',
  ],
  ['addresses of another kind', [offer(), offer(solana)], 'ok'],
  ['addresses of another kind, dearer', [offer(solana), offer({ ...solana, amount: '10001' }), offer()], 'wrong_price'],
  ['only addresses of another kind', [offer(solana)], 'wrong_network'],
  ['the registered network only as nobody can pay it', [offer(polygon), offer({ scheme: 'x' })], 'wrong_network'],
  ['a network that is a word of every object', [offer({ network: 'constructor' })], 'wrong_network'],

  // No dollar coin is known on BNB Chain, so the offer neither proves nor contradicts anything.
  [
    'a network without known coins',
    [offer({ network: 'eip155:56', asset: weth })],
    'ok unknown_asset',
    { network: 'bsc' },
  ],
  [
    'such a network, another wallet',
    [offer({ network: 'eip155:56', asset: weth, payTo: other })],
    'wrong_address',
    { network: 'bsc' },
  ],
  [
    'addresses of a kind that is not known here',
    [offer({ network: 'stellar:pubnet', payTo: 'GAAAAAAA' }), offer({ network: 'stellar:testnet', payTo: 'GBBBBBBB' })],
    'wrong_address',
    { network: 'stellar', payTo: 'GAAAAAAA' },
  ],
];

for (const [what, offers, expected, changes] of table) {
  t.test(`an endpoint that asks for ${what}`, async (t) => {
    const { verdict, detail } = compareTerms({ ...declared, ...changes }, offers);
    t.equal([verdict, detail].filter(Boolean).join(' '), expected);
  });
}

t.test('the evidence is the offer that differs, and of one without a comparable price has none', async (t) => {
  const dear = offer({ ...polygon, amount: '20000' });
  t.match(compareTerms(declared, [offer(), dear]).observed, { network: polygon.network, price: '0.02' });
  t.notOk('price' in compareTerms(declared, [offer({ asset: eurc })]).observed);
  t.match(compareTerms(declared, [offer(solana), offer({ amount: '9000' })]).observed, {
    network: base,
    price: '0.009',
    currency: 'USDC',
  });
});
