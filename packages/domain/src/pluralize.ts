const number = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

/** "1 service", "20,000 services". */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${number.format(count)} ${count === 1 ? one : many}`;
