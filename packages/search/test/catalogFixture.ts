import type { CatalogEntry, Service } from '@shirube/contracts';
import { chainOf } from '@shirube/domain';

interface EntryOptions {
  name: string;
  description?: string;
  category?: string;
  labels?: [string, string?];
  price?: string;
  freeQuota?: number;
  currency?: string;
  network?: string;
  trustScore?: number;
  uptime?: number;
  status?: Service['status'];
  revision?: number;
  updatedAt?: string;
}

/** Returns the id of the n-th service. Ids sort in the order of their numbers. */
export const serviceId = (n: number): string => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** The n-th service of a test catalog. */
export function entry(n: number, options: EntryOptions): CatalogEntry {
  const { category = 'tools', network = 'base', labels = ['Tools'] } = options;
  return {
    revision: options.revision ?? 1,
    categoryLabel: labels[0],
    ...(options.uptime === undefined ? {} : { uptime: options.uptime }),
    ...(labels[1] === undefined ? {} : { categoryLabelJa: labels[1] }),
    service: {
      id: serviceId(n),
      name: options.name,
      description: options.description ?? 'Something else.',
      endpoint: `https://api.example/${n}`,
      category,
      pricing: {
        currency: options.currency ?? 'USDC',
        pricePerRequest: options.price ?? '1',
        ...(options.freeQuota === undefined ? {} : { freeQuota: options.freeQuota }),
      },
      x402Config: { paymentAddress: `0x${String(n).padStart(40, '0')}`, network },
      trustScore: options.trustScore ?? 0,
      status: options.status ?? 'unverified',
      supportedChains: [chainOf(network)],
      createdAt: '2026-01-15T09:30:00.000Z',
      updatedAt: options.updatedAt ?? '2026-01-15T09:30:00.000Z',
    },
  };
}

const weather = { category: 'weather', labels: ['Weather', '天気'] satisfies [string, string] };
const translation = { category: 'translation', labels: ['Translation', '翻訳'] satisfies [string, string] };
const finance = { category: 'finance', labels: ['Finance', '金融'] satisfies [string, string] };

/** A small catalog in both languages. The category labels of the Japanese half do not give its topics away. */
export const catalog: readonly CatalogEntry[] = [
  entry(1, {
    name: 'Tokyo Forecasts',
    description: 'Hourly weather for Japanese cities.',
    ...weather,
    price: '0.05',
    trustScore: 80,
    uptime: 99.5,
    status: 'verified',
  }),
  entry(2, {
    name: '空もようナビ',
    description: '日本全国の天気予報をお届けします。',
    price: '0.0500',
    trustScore: 60,
    uptime: 100,
    network: 'polygon',
  }),
  entry(3, {
    name: 'Polyglot',
    description: 'Machine translation of texts between forty languages.',
    ...translation,
    price: '10',
    trustScore: 80,
    status: 'inactive',
  }),
  entry(4, {
    name: 'ことばの橋',
    description: '文章を高品質に機械翻訳します。',
    price: '2',
    currency: 'JPYC',
  }),
  entry(5, {
    name: 'TickerTape',
    description: 'The stock price of every listed company, live.',
    ...finance,
    price: '0.000000000000000001',
    network: 'solana',
  }),
  entry(6, {
    name: '兜町フィード',
    description: '東証の株価をリアルタイムで配信。',
    price: '0.5',
    currency: 'jpyc',
  }),
  entry(7, { name: 'PixelForge', description: 'Image generation from a prompt.', price: '0.1' }),
  entry(8, { name: '絵筆', description: '画像生成モデルで絵を描くAPI。', price: '0.1', trustScore: 100 }),
  entry(9, { name: '全文検索エンジン', description: '文書を索引にします。', price: '99999999999999999999' }),
  entry(10, {
    name: 'Findex',
    description: 'Full text search for documents.',
    price: '0',
    network: 'eip155:8453',
  }),
  entry(11, { name: 'ＧＡＴＥＷＡＹ ＰＲＯ', description: 'ｷｰﾎﾞｰﾄﾞ入力を記録します。' }),
  entry(12, { name: 'つきごよみ', description: 'ネコの月齢カレンダー。', network: 'cosmos:Hub-4' }),
  entry(13, { name: 'OpenSkyRadar', description: 'Where every aeroplane is right now.', freeQuota: 50 }),

  entry(14, { name: 'websocket relay', description: 'Keeps connections alive.' }),
  entry(15, { name: 'Dictionary', description: 'Definitions, pronunciation and etymology.' }),
];

/** Services that are identical except for their ids. */
export const alike: readonly CatalogEntry[] = Array.from({ length: 45 }, (_, i) =>
  entry(100 + i, {
    name: 'Twin',
    description: 'One of many.',
    category: 'bulk',
    labels: ['Bulk'],
    price: '3',
    trustScore: 50,
  }),
);

const way = (network: string, asset: string, amount: string) => ({
  ...{ scheme: 'exact', network, asset, amount, payTo: '0x0' },
});
const registered = entry(310, { name: 'In several ways', category: 'ways', price: '0.05' });

/** A service that is registered for 0.05 USDC on Base and takes other coins on other chains. */
export const severalWays: CatalogEntry = {
  ...registered,
  service: {
    ...registered.service,
    accepts: [
      way('eip155:8453', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', '50000'),
      way('eip155:137', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', '20000'),
      way('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', '90000'),
      way('eip155:8453', '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', '30000'),
      way('eip155:137', '0xE7C3D8C9a439feDe00D2600032D5dB0Be71C3c29', '2000000000000000000'),
      // Unknown coins and test networks do not count as prices.
      way('eip155:43114', '0x0000000000000000000000000000000000000001', '1'),
      way('eip155:84532', '0x036CbD53842c5426634e7929541eC2318f3dCF7e', '1'),
    ],
  },
};
