import t from 'tap';
import { redirectOf } from '../dist/browser/oldAddresses.js';
import { filterCount, readView, viewAddress } from '../dist/browser/view.js';

t.test('an address holds the whole view, and nothing that goes without saying', async (t) => {
  const view = {
    query: '東京 & "天気"',
    ignore: 'chains,status',
    category: ['weather', 'maps'],
    chain: ['eip155:8453', 'base'],
    status: 'verified' as const,
    currency: 'JPYC',
    minPricePerRequest: '0.001',
    maxPricePerRequest: '0.01',
    testnet: 'false' as const,
    minTrust: 80,
    minUptime: 99.9,
    language: 'ja' as const,
    sortBy: 'price' as const,
    sortOrder: 'desc' as const,
    offset: 40,
  };
  t.strictSame(readView(new URL(viewAddress(view), 'http://localhost').search), view);
  t.equal(viewAddress(readView('')), '/');
  t.equal(viewAddress({ query: 'weather', status: '', offset: undefined }), '/?query=weather');
  t.equal(filterCount(view), 12);
});

t.test('what an address cannot mean is left out', async (t) => {
  t.strictSame(readView('?status=great&sortBy=colour&sortOrder=desc&offset=-2&offset=x&unknown=1&query=%20'), {});
});

t.test('old links lead to the same view under the names of the API', async (t) => {
  const moved = {
    '/?q=weather+map&minPrice=0.1&maxPrice=1&page=3&lang=ja':
      '/?query=weather+map&minPricePerRequest=0.1&maxPricePerRequest=1&offset=40&lang=ja',
    '/?sort=price-desc': '/?sortBy=price&sortOrder=desc',
    '/?category=weather&sort=newest&page=1': '/?category=weather&sortBy=createdAt',
    '/?sort=colour&page=x': '/',
  };
  for (const [from, to] of Object.entries(moved)) {
    t.equal(redirectOf(from), to, from);
    t.equal(redirectOf(to), undefined, to);
  }
  t.equal(redirectOf('/check?q=1'), undefined, 'other pages have parameters of their own');
});
