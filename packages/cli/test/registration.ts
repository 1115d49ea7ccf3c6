/** Returns a valid registration body with `changes` applied. */
export const registration = (number: number, changes: object = {}) => ({
  name: `サービス ${number}`,
  description: `The service number ${number}.`,
  endpoint: `https://api.example.com/${number}`,
  category: 'weather',
  pricing: { currency: 'USDC', pricePerRequest: '0.0100' },
  x402Config: { paymentAddress: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C', network: 'base' },
  ...changes,
});

/** Lines `from` to `to` of an import file, one service each. */
export const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${JSON.stringify(registration(from + at))}\n`).join('');
