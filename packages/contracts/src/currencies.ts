/** Coins that stand for money of a state, by its ISO 4217 code: 1 USDC is a dollar. */
const families: Record<string, readonly string[]> = {
  USD: [
    'USDC',
    'USDT',
    'DAI',
    'PYUSD',
    'USDS',
    'USDE',
    'FDUSD',
    'TUSD',
    'USDP',
    'GUSD',
    'BUSD',
    'RLUSD',
    'USDG',
    'USD1',
    'USDB',
    'USDBC',
    'USDC.E',
    'USDT0',
    'GHO',
    'LUSD',
    'FRAX',
    'CRVUSD',
    'CUSD',
    'XDAI',
  ],
  JPY: ['JPYC', 'GYEN', 'ZJPY'],
  EUR: ['EURC', 'EURT', 'EURS', 'EURE', 'EURI', 'EURA', 'AGEUR', 'EURCV', 'EURR', 'CEUR'],
  GBP: ['GBPT', 'TGBP', 'GBPE'],
  CHF: ['ZCHF', 'XCHF'],
  SGD: ['XSGD'],
  AUD: ['AUDD', 'AUDF'],
  CAD: ['CADC', 'QCAD'],
  BRL: ['BRZ', 'BRLA'],
  MXN: ['MXNB', 'MXNT'],
  IDR: ['IDRX', 'IDRT'],
  TRY: ['TRYB'],
  CNY: ['CNH', 'CNHT', 'AXCNH'],
  KRW: ['KRW1', 'KRWQ'],
};
const familyOfCoin = new Map(
  Object.entries(families).flatMap(([family, coins]) => coins.map((coin) => [coin, family] as const)),
);

/** The currencies that count as this one: money of a state and every coin that stands for it; a coin is itself alone. */
export function currenciesOf(currency: string): string[] {
  const code = currency.toUpperCase();
  return [code, ...(families[code] ?? [])];
}

/** The state's money that a currency is or stands for; prices of one family can be compared. */
export function currencyFamily(currency: string): string {
  const code = currency.toUpperCase();
  return familyOfCoin.get(code) ?? code;
}
