/** Formats a decimal without leading and trailing zeros. The digits are never rounded. */
export function plainAmount(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = fraction.replace(/0+$/, '');
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (digits && `.${digits}`);
}

/** Returns the address if it is safe to link: http or https, without user info. Otherwise undefined. */
export function httpAddress(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password ? text : undefined;
}

/**
 * Returns the language attribute for a text of unknown origin: Japanese if it uses Japanese script, otherwise
 * undefined.
 */
export const textLanguage = (text: string): 'ja' | undefined =>
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) ? 'ja' : undefined;

/** Shortens a text at a space to about the width of that many Latin letters. */
export function cut(text: string, width: number): string {
  let left = width;
  let end = 0;
  for (const character of text) {
    left -= character > '\u2e7f' ? 2 : 1;
    if (left < 0) return `${text.slice(0, end).replace(/\s+\S{0,15}$/, '')}…`;
    end += character.length;
  }
  return text;
}

/** Splits an endpoint into its host and what follows. */
export function splitEndpoint(endpoint: string): [host: string, path: string] {
  const [, host = '', path = ''] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(endpoint) ?? [];
  return [host, path];
}
