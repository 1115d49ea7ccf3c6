import t from 'tap';
import {
  addressFamily,
  builtInRates,
  canonicalChain,
  exchangeRate,
  findAsset,
  findAssetByAddress,
  findNetwork,
  fromAtomic,
  knownAssets,
  networkLabel,
  networks,
  paymentAddressFault,
  readExchangeRates,
  resolveNetwork,
  toAtomic,
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

t.test('names and ids of networks are unique', async (t) => {
  t.equal(new Set(networks.map(({ name }) => name)).size, networks.length);
  t.equal(new Set(networks.map(({ caip2 }) => caip2.toLowerCase())).size, networks.length);
});

t.test('other names of a network lead to it, and a misspelt one to none', async (t) => {
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

t.test('a payment address must fit the family of its network', async (t) => {
  t.equal(addressFamily('eip155:99999'), 'evm');
  t.equal(paymentAddressFault('0x209693bc6afc0c5328ba36faf03c514ef312287c', 'base'), undefined);
  t.match(paymentAddressFault('0x209693bc6afc0c5328ba36faf03c514ef312287', 'base') ?? '', /40 hexadecimal/);
  t.equal(paymentAddressFault('11111111111111111111111111111111', 'solana'), undefined, '32 zero bytes');
  t.match(paymentAddressFault('1111111111111111111111111111111', 'solana') ?? '', /32 bytes/);
  t.match(paymentAddressFault('0OIl111111111111111111111111111111', 'solana') ?? '', /base58/);
});

t.test('every known coin has an address of its network, and is found by it', async (t) => {
  for (const { network, asset } of knownAssets) {
    t.equal(paymentAddressFault(asset.address, network), undefined, `${asset.currency} on ${network}`);
    t.equal(findAsset(network, asset.currency.toLowerCase()), asset);
    t.equal(findAssetByAddress(network, asset.address), asset);
  }
  t.equal(findAsset('Base', 'usdc'), findAsset('eip155:8453', 'USDC'), 'by any name of the network');
  t.ok(findAssetByAddress('base', '0X833589FCD6EDB6E08F4C7C32D4F71B54BDA02913'), 'in any case on EVM');
  t.equal(findAssetByAddress('solana', 'epjfwdd5aufqssqem2qn1xzybapc8g4weggkzwytdt1v'), undefined);
  t.equal(findAsset('base', 'JPYC'), undefined);
  t.equal(findAsset('cosmos:hub-4', 'USDC'), undefined);
});

t.test('amounts are exact in both directions', async (t) => {
  for (const [price, decimals, atomic] of [
    ['0.01', 6, '10000'],
    ['0.0500', 6, '50000'],
    ['0.000001', 6, '1'],
    ['0', 6, '0'],
    ['00012', 18, '12000000000000000000'],
    ['99999999999999999999.999999999999999999', 18, '99999999999999999999999999999999999999'],
    ['7', 0, '7'],
  ] as const) {
    t.equal(toAtomic(price, decimals), atomic, price);
  }
  t.equal(toAtomic('0.0000001', 6), undefined, 'finer than the coin');
  t.equal(fromAtomic('10000', 6), '0.01');
  t.equal(fromAtomic('1', 18), '0.000000000000000001');
  t.equal(fromAtomic('1500000', 6), '1.5');
  t.equal(fromAtomic('0', 6), '0');
  t.equal(fromAtomic('7', 0), '7');
  t.equal(fromAtomic('0010', 1), '1');
});

t.test('a rate applies to the coins of a currency, in either direction and across the base', (t) => {
  const rates = readExchangeRates({ base: 'EUR', date: '2026-11-01T16:00:00Z', rates: { USD: 1.1, JPY: 165 } });
  t.equal(rates.date, '2026-11-01');
  t.equal(exchangeRate(rates, 'USDC', 'JPY'), 150);
  t.equal(exchangeRate(rates, 'EURC', 'usd'), 1.1);
  t.equal(exchangeRate(rates, 'USDC', 'USDT'), 1);
  t.equal(exchangeRate(rates, 'XYZ', 'XYZ'), 1);
  t.equal(exchangeRate(rates, 'XYZ', 'USD'), undefined);
  t.ok(Number(exchangeRate(builtInRates, 'USDC', 'JPYC')) > 50);
  t.end();
});

t.test('an invalid table of rates is refused with the reason', (t) => {
  for (const [value, reason] of [
    [null, /base/],
    [{ base: 'USD', rates: {} }, /date/],
    [{ base: 'USD', date: 'today', rates: { JPY: 1 } }, /date/],
    [{ base: 'USD', date: '2026-11-01', rates: {} }, /rates/],
    [{ base: 'USD', date: '2026-11-01', rates: { JPY: '152' } }, /rates/],
    [{ base: 'USD', date: '2026-11-01', rates: { JPY: -1 } }, /rates/],
    ...['0', '1e999', '1e308', '1e13', '5e-324', '1e-13'].map(
      (rate) => [JSON.parse(`{ "base": "USD", "date": "2026-11-01", "rates": { "JPY": ${rate} } }`), /rates/] as const,
    ),
  ] as const)
    t.throws(() => readExchangeRates(value), reason);
  t.end();
});
