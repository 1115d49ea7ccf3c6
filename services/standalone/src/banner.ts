interface BannerOptions {
  address: string;
  /** The key that the first start creates; undefined later, since only its digest is stored. */
  key: string | undefined;
  services: number;
}

const asJson = "-H 'Content-Type: application/json' -H 'Prefer: wait=5'";
const example = {
  name: 'Tokyo Weather',
  description: 'Hourly weather forecast for Tokyo',
  endpoint: 'https://api.example.com/weather',
  category: 'weather',
  pricing: { currency: 'USDC', pricePerRequest: '0.01' },
  x402Config: { paymentAddress: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C', network: 'base' },
};

/** The first screen: the address, the key if it is new, and three commands to try. */
export function banner({ address, key, services }: BannerOptions): string {
  const keyLines = key
    ? `  API key (shown only once, store it now):
    ${key}`
    : `  API key: the one that the first start showed, or a new one: npm run shirube -- keys create --name mine
  The first command below reads it from SHIRUBE_KEY: export SHIRUBE_KEY=shk_…`;
  return `
  標 Shirube runs at ${address}   (${services} ${services === 1 ? 'service' : 'services'}; API reference: ${address}/docs)

${keyLines}

  Try:

    curl -s ${address}/api/services -H "Authorization: Bearer ${key ?? '$SHIRUBE_KEY'}" ${asJson} -d '${JSON.stringify(example)}'

    curl -s '${address}/api/services?query=weather&maxPricePerRequest=0.05'

    curl -s -G ${address}/api/services/search/intent --data-urlencode 'q=0.05ドル以下で明日の天気を教えてくれるAPI'

  Ctrl-C stops it.
`;
}
