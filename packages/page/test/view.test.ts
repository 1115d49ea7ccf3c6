import t from 'tap';
import { readView, viewAddress } from '../dist/browser/view.js';

t.test('an address holds the whole view, and nothing that goes without saying', async (t) => {
  const view = {
    ...readView(''),
    text: '東京 & "天気"',
    categories: ['weather', 'maps'],
    chains: ['eip155:8453', 'base'],
    minPrice: '0.001',
    minTrust: '80',
    minUptime: '99.9',
    language: 'ja' as const,
    status: 'verified' as const,
    currency: 'JPYC',
    maxPrice: '0.01',
    testnet: 'false' as const,
    ignored: ['chains', 'status'],
    sort: 'price-desc' as const,
    page: 3,
  };
  t.strictSame(readView(new URL(viewAddress(view), 'http://localhost').search), view);
  t.equal(viewAddress(readView('')), '/');
  t.equal(viewAddress({ ...readView(''), text: 'weather' }), '/?q=weather');
});

t.test('what an address cannot mean is left out', async (t) => {
  t.strictSame(readView('?status=great&sort=colour&page=-2&page=x&unknown=1&q=%20'), readView(''));
});
