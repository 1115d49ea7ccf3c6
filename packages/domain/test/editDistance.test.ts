import t from 'tap';
import { editDistance, nearestNames, networkHint } from '../dist/index.js';

t.test('two swapped letters are one mistake, like a letter that is added, dropped or changed', async (t) => {
  for (const [a, b, distance] of [
    ['bsae', 'base', 1],
    ['polygn', 'polygon', 1],
    ['solona', 'solana', 1],
    ['baase', 'base', 1],
    ['abcd', 'badc', 2],
    ['', 'base', 4],
    ['base', 'base', 0],
  ] as const) {
    t.equal(editDistance(a, b), distance, `${a} ${b}`);
    t.equal(editDistance(b, a), distance, `${b} ${a}`);
  }
});

t.test('the nearest names come first, and names that share little with a word are none of them', async (t) => {
  t.strictSame(nearestNames('lsit', ['set', 'list', 'lift']), ['list']);
  t.strictSame(nearestNames('nowhere', ['base', 'sonic']), []);
});

t.test('a misspelt network is answered with the nearest known name, under any of its names', async (t) => {
  for (const [word, name] of [
    ['bsae', 'base'],
    ['BSAE', 'base'],
    ['polygn', 'polygon'],
    ['etherum', 'ethereum'],
    ['solona', 'solana'],
    ['base-sepolai', 'base-sepolia'],
    ['binanse', 'bsc'],
    ['base-mainnet', 'base'],
  ] as const)
    t.equal(networkHint(word), `; did you mean "${name}"?`, word);
  for (const word of ['nowhere', '', 'x'.repeat(5_000)]) t.equal(networkHint(word), '', word.slice(0, 20));
});
