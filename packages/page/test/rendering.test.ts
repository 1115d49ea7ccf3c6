import type { Service } from '@shirube/contracts';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import t from 'tap';
import { LanguageProvider, loadMessages } from '../dist/browser/language/language.js';
import { Providers } from '../dist/browser/list/providers.js';
import { RenderingContext } from '../dist/browser/rendering.js';
import { createPage, type Reads } from '../dist/createPage.js';

const rendering = {
  place: { path: '/', search: '' },
  origin: '',
  signUp: { isOpen: true },
  find: () => undefined,
  describe: () => {},
};

t.test('providers are listed with their services, prices and trust, and link to their pages', async (t) => {
  const provider = {
    domain: 'rain.example',
    name: 'Rain',
    services: 12,
    trust: { median: 81, best: 97 },
    prices: [
      { currency: 'USDC', min: '0.0010', max: '0.25' },
      { currency: 'JPY', min: '3', max: '3' },
    ],
  };
  for (const [code, text] of [
    ['en', '12 services · 0.001 to 0.25 USDC · 3 JPY'],
    ['ja', '12件 · 0.001〜0.25 USDC · 3円'],
  ] as const) {
    await loadMessages(code);
    const render = (providers: (typeof provider)[]) => {
      const list = h(LanguageProvider, { preferred: code, children: h(Providers, { providers }) });
      return renderToString(h(RenderingContext.Provider, { value: rendering, children: list }));
    };
    const html = render([provider]);
    t.match(html, '<a href="/providers/rain.example">Rain</a>');
    t.match(html, text);
    t.match(html, '81');
    t.equal(render([]), '', 'nothing without providers');
  }
});

t.test('services that are not meant to stay, or not for real money, are labelled', async (t) => {
  const service = (id: string, more: object): Service & object => ({
    id,
    name: id,
    description: `It is ${id}`,
    endpoint: `https://${id}.example/`,
    category: 'data',
    pricing: { currency: 'USDC', pricePerRequest: '0.01' },
    x402Config: { paymentAddress: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C', network: 'base' },
    trustScore: 0,
    status: 'unverified',
    supportedChains: ['base'],
    createdAt: '2026-01-15T00:00:00.000Z',
    updatedAt: '2026-01-15T00:00:00.000Z',
    ...more,
  });
  const services = [
    service('one', { hostKind: 'tunnel' }),
    service('two', { hostKind: 'staging' }),
    service('three', { testnet: true }),
    service('four', {}),
  ];
  const away = () => Promise.reject(new Error('not read here'));
  const reads: Partial<Reads> = {
    listServices: async (): Promise<ReturnType<typeof JSON.parse>> => ({
      services: services.map((each) => ({
        provider: { domain: `${each.id}.example`, name: each.id, services: 1, prices: [] },
        service: each,
      })),
      total: services.length,
    }),
    listCategories: async () => [],
    listCurrencies: async () => [],
    readFacets: away,
  };
  const page = await createPage();
  for (const [lang, labels] of [
    ['en', ['tunnel', 'staging', 'test network']],
    ['ja', ['トンネル', '検証環境', 'テストネット']],
  ] as const) {
    const { html } = await page.render({
      url: `/?category=data&lang=${lang}`,
      language: undefined,
      origin: 'http://localhost',
      signUp: { isOpen: true },
      reads: reads as Reads,
      problemOf: () => ({ type: '', title: '', status: 503, detail: '', code: 'overloaded', requestId: '' }),
    });
    t.strictSame(
      Array.from(html.matchAll(/<strong class="label">([^<]+)/g), ([, label]) => label),
      labels,
    );
  }
});

t.test('without JavaScript, /account says how to get a key, whom to ask, and what needs a script', async (t) => {
  const page = await createPage();
  const accountPage = async (signUp: { isOpen: boolean; contact?: string }) => {
    const request = { url: '/account', language: undefined, origin: 'http://localhost', reads: {} as Reads };
    return (await page.render({ ...request, signUp, problemOf: () => undefined })).html;
  };
  const open = await accountPage({ isOpen: true });
  t.match(open, /<a href="\/list">Open an account<\/a>/);
  t.match(open, /<noscript>.*This form needs JavaScript.*curl .*http:\/\/localhost\/api\/account\/services/);
  const closed = await accountPage({ isOpen: false, contact: 'mailto:ask@shirube.example' });
  t.match(
    closed,
    /The operator of this directory issues keys\. <a href="mailto:ask@shirube\.example">Ask the operator/,
  );
  t.notMatch(closed, /Open an account/);
});
