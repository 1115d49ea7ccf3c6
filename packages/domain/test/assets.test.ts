import t from 'tap';
import {
  findAsset,
  findAssetByAddress,
  fromAtomic,
  knownAssets,
  paymentAddressFault,
  toAtomic,
} from '../dist/index.js';

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
