import t from 'tap';
import {
  addressFamily,
  canonicalChain,
  findNetwork,
  nearestNetworkName,
  networks,
  paymentAddressFault,
} from '../src/index.js';

t.test('a network is found by name or CAIP-2 id in any case', async (t) => {
  t.equal(findNetwork('BASE')?.caip2, 'eip155:8453');
  t.equal(findNetwork('EIP155:8453')?.name, 'base');
  t.equal(canonicalChain('Solana:5EYKT4UsFv8P8NJdTREpY1vzqKqZKvdp'), 'solana');
});

t.test('another well-formed CAIP-2 id is its own chain, anything else is none', async (t) => {
  t.equal(canonicalChain('eip155:123456'), 'eip155:123456');
  for (const text of [
    '',
    'moon',
    'base ',
    'eip155:',
    ':1',
    'eip155:1:2',
    'a:b',
    '__proto__',
    'constructor',
  ]) {
    t.equal(canonicalChain(text), undefined, text);
  }
});

t.test('names and ids are unique', async (t) => {
  t.equal(new Set(networks.map(({ name }) => name)).size, networks.length);
  t.equal(new Set(networks.map(({ caip2 }) => caip2.toLowerCase())).size, networks.length);
});

t.test('a mistyped name has its nearest known one', async (t) => {
  t.equal(nearestNetworkName('sloana'), 'solana');
  t.equal(nearestNetworkName('Polygn'), 'polygon');
  t.equal(nearestNetworkName('x'.repeat(5_000)).length > 0, true);
});

t.test('an address must fit its family', async (t) => {
  t.equal(addressFamily('eip155:99999'), 'evm');
  t.equal(paymentAddressFault('0x209693bc6afc0c5328ba36faf03c514ef312287c', 'base'), undefined);
  t.match(paymentAddressFault('0x209693bc6afc0c5328ba36faf03c514ef312287', 'base') ?? '', /40 hexadecimal/);
  t.equal(paymentAddressFault('11111111111111111111111111111111', 'solana'), undefined, '32 zero bytes');
  t.match(paymentAddressFault('1111111111111111111111111111111', 'solana') ?? '', /32 bytes/);
  t.match(paymentAddressFault('0OIl111111111111111111111111111111', 'solana') ?? '', /base58/);
});
