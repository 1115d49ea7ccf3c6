import coinsByMoney from './currencies.json' with { type: 'json' };

/** Stablecoins by the ISO 4217 code of their fiat currency: 1 USDC is a dollar. */
const families: Record<string, readonly string[]> = coinsByMoney;
const familyOfCoin = new Map(
  Object.entries(families).flatMap(([family, coins]) => coins.map((coin) => [coin, family] as const)),
);

/** The currencies that a filter value matches: a fiat currency matches its stablecoins too, a coin only itself. */
export function currenciesOf(currency: string): string[] {
  const code = currency.toUpperCase();
  return [code, ...(families[code] ?? [])];
}

/** The fiat currency that a currency is or is pegged to. Prices within one family are comparable. */
export function currencyFamily(currency: string): string {
  const code = currency.toUpperCase();
  return familyOfCoin.get(code) ?? code;
}
