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
