import { waysToPay } from '@shirube/domain';
import t from 'tap';
import { discoveryResource, type ServiceDetail, visibleDetails } from '../dist/index.js';

const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';
const usdcOnBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const way = (network: string, asset: string, amount: string) => ({ scheme: 'exact', network, asset, amount, payTo });
const accepts = [
  way('eip155:8453', usdcOnBase.toLowerCase(), '10000'),
  way('eip155:137', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', '9000'),
  way('eip155:84532', '0x036CbD53842c5426634e7929541eC2318f3dCF7e', '1'),
];
const service: ServiceDetail = {
  id: '01990000-0000-7000-8000-000000000001',
  name: 'Tides',
  description: 'Of every harbour',
  endpoint: 'https://api.example.com/tides',
  category: 'sea',
  pricing: { currency: 'USDC', pricePerRequest: '0.01' },
  x402Config: { paymentAddress: payTo, network: 'base' },
  trustScore: 0,
  status: 'unverified',
  supportedChains: ['base'],
  createdAt: '2026-01-15T09:30:00.000Z',
  updatedAt: '2026-01-15T09:30:00.000Z',
  accepts,
};

t.test('clients of the discovery protocol see every way to pay, the registered one first and once', async (t) => {
  t.match(discoveryResource(service).accepts, [
    { network: 'eip155:8453', asset: usdcOnBase, amount: '10000', extra: { name: 'USD Coin' } },
    { network: 'eip155:137', amount: '9000', extra: { name: 'USD Coin' } },
    { network: 'eip155:84532', amount: '1' },
  ]);
  t.equal(discoveryResource(service).accepts.length, 3);
});

t.test('a test network is marked, and is no price beside real ones', async (t) => {
  t.match(visibleDetails(null, { accepts }, { network: 'base', endpoint: 'https://api.example' }).accepts, [
    { price: '0.01', currency: 'USDC', testnet: undefined },
    { price: '0.009', currency: 'USDC', testnet: undefined },
    { price: '0.000001', currency: 'USDC', testnet: true },
  ]);
  const registered = { currency: 'USDC', price: '0.01' };
  t.match(waysToPay({ ...registered, network: 'base' }, accepts), {
    chains: ['base', 'polygon', 'base-sepolia'],
    offers: [
      { chain: 'base', currency: 'usdc', price: 0.01 },
      { chain: 'base', price: 0.01 },
      { chain: 'polygon', price: 0.009 },
    ],
  });
  t.match(waysToPay({ ...registered, network: 'base-sepolia' }, accepts), {
    offers: [
      { chain: 'base-sepolia', price: 0.01 },
      { chain: 'base-sepolia', price: 0.000001 },
    ],
  });
  t.equal(
    waysToPay({ ...registered, network: 'base' }, accepts.slice(0, 1)).offers,
    undefined,
    'the registered way only',
  );
});
