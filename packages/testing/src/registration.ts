import type { Registration } from '@shirube/contracts';

export const wallet = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';
export const solanaWallet = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';

let registrations = 0;

/** Returns a valid registration with an endpoint of its own, with `changes` applied. */
export function registration(changes: Partial<Registration> = {}): Registration {
  registrations += 1;
  return {
    name: 'Plain Service',
    description: 'A service for a test.',
    endpoint: `https://api.example.com/plain-${registrations}`,
    category: 'utilities',
    pricing: { currency: 'USDC', pricePerRequest: '0.01' },
    x402Config: { paymentAddress: wallet, network: 'base' },
    ...changes,
  };
}

/** The status record of a service that nobody has checked or paid, without its id. */
export const emptyStatus = {
  trustScore: 0,
  status: 'unverified',
  uptimeScore: 0,
  lastChecked: null,
  txCount: 0,
  totalRevenue: 0,
};

/** Returns the challenge of that registration's endpoint in version 1 of x402, with `changes` applied. */
export const challengeOf = (changes: Record<string, unknown> = {}) => ({
  x402Version: 1,
  error: 'X-PAYMENT header is required',
  accepts: [
    {
      scheme: 'exact',
      network: 'base',
      maxAmountRequired: '10000',
      resource: 'https://api.example.com/weather',
      description: 'Weather',
      mimeType: 'application/json',
      payTo: wallet,
      maxTimeoutSeconds: 60,
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      ...changes,
    },
  ],
});
