/** A decimal as people write it: without leading and trailing zeros. The digits are never rounded. */
export function plainAmount(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = fraction.replace(/0+$/, '');
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (digits && `.${digits}`);
}

/** The text as one word of a POSIX shell, whatever it holds. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The address when it is one that a link may lead to: http or https, without user info. */
export function httpAddress(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password ? text : undefined;
}

/** The language attribute of a text of unknown origin: Japanese where it is written so, else unknown. */
export const textLanguage = (text: string): 'ja' | undefined =>
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) ? 'ja' : undefined;
