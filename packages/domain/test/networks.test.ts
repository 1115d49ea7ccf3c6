import t from 'tap';
import {
  addressFamily,
  canonicalChain,
  findNetwork,
  networkLabel,
  networks,
  paymentAddressFault,
  resolveNetwork,
} from '../dist/index.js';

t.test('a network is found by name or CAIP-2 id in any case', async (t) => {
  t.equal(findNetwork('BASE')?.caip2, 'eip155:8453');
  t.equal(findNetwork('EIP155:8453')?.name, 'base');
  t.equal(canonicalChain('Solana:5EYKT4UsFv8P8NJdTREpY1vzqKqZKvdp'), 'solana');
});

t.test('another well-formed CAIP-2 id is its own chain, anything else is none', async (t) => {
  t.equal(canonicalChain('eip155:123456'), 'eip155:123456');
  for (const text of ['', 'moon', 'base ', 'eip155:', ':1', 'eip155:1:2', 'a:b', '__proto__', 'constructor']) {
    t.equal(canonicalChain(text), undefined, text);
  }
});

t.test('a network is shown by its name, with its id', async (t) => {
  t.equal(networkLabel('base'), 'Base (eip155:8453)');
  t.equal(networkLabel('eip155:84532'), 'Base Sepolia (eip155:84532)');
  t.equal(networkLabel('bsc'), 'BNB Smart Chain (eip155:56)');
  t.equal(networkLabel('eip155:123456'), 'eip155:123456');
});

t.test('names and ids are unique', async (t) => {
  t.equal(new Set(networks.map(({ name }) => name)).size, networks.length);
  t.equal(new Set(networks.map(({ caip2 }) => caip2.toLowerCase())).size, networks.length);
});

t.test('other names of a network lead to it, and what is only spelt alike to none', async (t) => {
  const meant: [string, string | undefined][] = [
    ['base-mainnet', 'base'],
    ['Base Mainnet', 'base'],
    ['eth', 'ethereum'],
    ['eth-mainnet', 'ethereum'],
    ['matic', 'polygon'],
    ['solana-mainnet', 'solana'],
    ['solana-mainnet-beta', 'solana'],
    ['arb', 'arbitrum'],
    ['arbitrum_one', 'arbitrum'],
    ['8453', 'base'],
    ['bsae', undefined],
    ['constructor', undefined],
    ['x'.repeat(5_000), undefined],
    ['', undefined],
  ];
  for (const [word, name] of meant) t.equal(resolveNetwork(word), name, word.slice(0, 40));
});

t.test('an EVM address in mixed case must have the checksum of EIP-55', async (t) => {
  for (const address of [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0XDE709F2102306220921060314715629080E2FB77',
  ]) {
    t.equal(paymentAddressFault(address, 'base'), undefined, address);
  }
  for (const address of [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAec',
  ]) {
    t.match(paymentAddressFault(address, 'eip155:424242') ?? '', /EIP-55 checksum/, address);
  }
});

t.test('an address must fit its family', async (t) => {
  t.equal(addressFamily('eip155:99999'), 'evm');
  t.equal(paymentAddressFault('0x209693bc6afc0c5328ba36faf03c514ef312287c', 'base'), undefined);
  t.match(paymentAddressFault('0x209693bc6afc0c5328ba36faf03c514ef312287', 'base') ?? '', /40 hexadecimal/);
  t.equal(paymentAddressFault('11111111111111111111111111111111', 'solana'), undefined, '32 zero bytes');
  t.match(paymentAddressFault('1111111111111111111111111111111', 'solana') ?? '', /32 bytes/);
  t.match(paymentAddressFault('0OIl111111111111111111111111111111', 'solana') ?? '', /base58/);
});
