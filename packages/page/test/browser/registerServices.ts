import { createClient } from '@shirube/client';
import type { Registration, Service } from '@shirube/contracts';
import { type TestDirectory, until } from '@shirube/testing';

const evm = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';
const solana = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';

let sellers = 0;

/** Returns a registration of a provider of its own. */
function service(name: string, description: string, rest: Partial<Registration> = {}): Registration {
  return {
    name,
    description,
    endpoint: `https://api.seller${++sellers}.example/${encodeURIComponent(name)}`,
    category: 'data',
    pricing: { currency: 'USDC', pricePerRequest: '0.02' },
    x402Config: { paymentAddress: evm, network: 'base' },
    ...rest,
  };
}

const price = (pricePerRequest: string) => ({ pricing: { currency: 'USDC', pricePerRequest } });

/** Every field at its maximum length, without a line break opportunity. */
export const worstService: Registration = {
  name: 'W'.repeat(255),
  description: 'M'.repeat(2000),
  endpoint: `https://worst.example/${'m'.repeat(2048 - 'https://worst.example/'.length)}`,
  category: 'w'.repeat(64),
  pricing: {
    currency: 'W'.repeat(16),
    pricePerRequest: '88888888888888888888.888888888888888888',
    freeQuota: Number.MAX_SAFE_INTEGER,
  },
  x402Config: { paymentAddress: 'W'.repeat(128), network: `wwwwwwww:${'W'.repeat(32)}` },
};

export const hostileName = '<script>document.title = "taken over"</script><img src=x onerror=alert(1)>';

const services = [
  service('Sky Reader', 'Hourly weather forecast for every city', { category: 'weather', ...price('0.001') }),
  service('お天気便', '全国の天気予報を市区町村ごとに返します。', { category: 'weather', ...price('0.5') }),
  service('Storm Watch', 'Severe weather alerts', {
    category: 'weather',
    x402Config: { paymentAddress: solana, network: 'solana' },
  }),
  service('Lingua', 'Translate documents between sixty languages', { category: 'translation' }),
  service(hostileName, '"><svg onload=alert(1)> & <b>bold</b> oddity', { category: 'oddities' }),
  service('Quote\'s "API"', 'Needs careful quoting', {
    endpoint: "https://api.example.com/it's?a=$(id)&b=1",
    provider: { name: 'Acme', url: 'https://acme.example/' },
    tags: ['quotes'],
    call: { type: 'http', method: 'GET', queryParams: { properties: { symbol: { type: 'string' } } } },
  }),
  service('円かぞえ', '日本円の硬貨を数えます。', {
    category: 'coins',
    pricing: { currency: 'JPYC', pricePerRequest: '3' },
  }),
  service('Coin Counter', 'Counts coins of every kind', { category: 'coins', ...price('0.03') }),
  worstService,
  ...Array.from({ length: 44 }, (_, index) => service(`Filler ${index + 1}`, 'One of many records')),
];

/** Registers the services for the browser tests, and waits until all are searchable. */
export async function registerServices({ url, apiKey }: TestDirectory): Promise<Map<string, Service>> {
  const client = createClient({ baseUrl: url, key: apiKey });
  const registered = await Promise.all(services.map((each) => client.registerService(each)));
  await until(async () => (await client.listServices({ limit: 1 })).total === serviceCount, {
    message: 'the services are not searchable',
  });
  return new Map(registered.map((each) => [each.name, each]));
}

export const serviceCount = services.length;
