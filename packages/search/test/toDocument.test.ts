import { readTable } from '@shirube/testing';
import t from 'tap';
import { compareCodePoints, nameKey } from '../dist/document/nameKey.js';
import { toDocument } from '../dist/document/toDocument.js';
import { withoutHosts } from '../dist/document/withoutHosts.js';
import { DocumentsRefused } from '../dist/index.js';
import { entry } from './catalogFixture.js';

t.test('a document keeps the service as sent, beside the forms that are matched, filtered and sorted', async (t) => {
  const sent = entry(1, {
    name: 'Ｔｏｋｙｏ 天気 😀',
    description: '全国の ﾃﾝｷ',
    category: 'weather',
    labels: ['Weather', '天気'],
    price: '0.0500',
    currency: 'usdC',
    network: 'cosmos:Hub-4',
    revision: 7,
  });
  const document = toDocument(sent);
  t.strictSame(document.service, sent.service);
  t.match(document, {
    id: sent.service.id,
    revision: 7,
    name: 'tokyo 天気 😀',
    description: sent.service.description,
    categoryText: 'weather weather 天気',
    price: 0.05,
    offers: undefined,
    currencies: ['usdc'],
    chains: ['cosmos:hub-4'],
    discoverable: false,
  });
});

t.test('a row that violates the contract is refused with every reason', async (t) => {
  const good = entry(1, { name: 'Good' });
  const broken = (changes: object) => ({ ...good, service: { ...good.service, ...changes } });
  for (const [changes, path] of [
    [{ name: '' }, /name/],
    [{ name: 'x'.repeat(256) }, /name/],
    [{ description: 'a\u0000b' }, /description/],
    [{ trustScore: 101 }, /trustScore/],
    [{ trustScore: 0.5 }, /trustScore/],
    [{ status: 'unknown' }, /status/],
    [{ pricing: { currency: 'USDC', pricePerRequest: '-1' } }, /price/],
    [{ pricing: { currency: 'USDC', pricePerRequest: '1e3' } }, /price/],
    [{ pricing: undefined }, /pricing/],
    [{ supportedChains: undefined }, /supportedChains/],
    [{ id: 'a b' }, /id/],
    [{ createdAt: 'yesterday' }, /createdAt/],
  ] as const) {
    t.throws(() => toDocument(broken(changes)), { code: 'documents_refused', message: path });
  }
  t.throws(() => toDocument(broken({ name: '', trustScore: -1 })), { message: /name.*trustScore/ });
  t.throws(() => toDocument({ ...good, revision: -1 }), DocumentsRefused);
  t.doesNotThrow(() => toDocument(good));
});

t.test('names order by code point, also beyond U+FFFF, without regard to case, width and outer spaces', async (t) => {
  t.equal(nameKey(' ＡＢＣ '), nameKey('abc'));
  t.ok(compareCodePoints('\uff5e', '😀') < 0);
  t.ok(compareCodePoints('a', 'ab') < 0);
  t.equal(compareCodePoints('天気', '天気'), 0);
});

t.test('a long name is cut between characters, where Meilisearch would cut it anyway', async (t) => {
  const key = nameKey('😀'.repeat(255));
  t.ok(Buffer.byteLength(key) <= 460);
  t.ok(key.isWellFormed());
  t.equal(nameKey('x'.repeat(255)).length, 255);
});

t.test('of a host name in a text, only the part before its domain counts', async (t) => {
  for (const [text = '', rest = ''] of readTable(new URL('../test/withoutHosts.tsv', import.meta.url)))
    t.equal(withoutHosts(text).replace(/\s+/g, ' ').trim(), rest);
});
