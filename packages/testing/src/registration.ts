import type { Registration } from '@shirube/contracts';

export const wallet = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';
export const solanaWallet = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';

/** A valid registration, with `changes` on top. */
export function registration(changes: Partial<Registration> = {}): Registration {
  return {
    name: 'Plain Service',
    description: 'A service for a test.',
    endpoint: 'https://api.example.com/plain',
    category: 'utilities',
    pricing: { currency: 'USDC', pricePerRequest: '0.01' },
    x402Config: { paymentAddress: wallet, network: 'base' },
    ...changes,
  };
}

/** What an endpoint of that registration answers to who has not paid, in version 1 of x402, with `changes` on top. */
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
