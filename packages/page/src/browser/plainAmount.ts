/** A decimal as people write it: without leading and trailing zeros. The digits are never rounded. */
export function plainAmount(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = fraction.replace(/0+$/, '');
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (digits && `.${digits}`);
}
