import { FormatRegistry, Type } from '@sinclair/typebox';

function isHttpUrl(value: string): boolean {
  // Parsers pass over missing hosts ("https:///x" is read as "https://x") and over characters that cannot be seen.
  if (!/^https?:\/\/[^/\\?#\s\p{Cc}\p{Cf}][^\s\p{Cc}\p{Cf}]*$/iu.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  return url.username === '' && url.password === '' && !/^https?:\/\/[^/?#]*@/i.test(value);
}

FormatRegistry.Set('http-url', isHttpUrl);

/** Absolute http(s) address without user info, kept as sent. */
export const HttpUrl = Type.String({
  format: 'http-url',
  maxLength: 2048,
  // As near as a pattern comes; which hosts there can be is for a parser of addresses to say.
  openApiPattern: '^[hH][tT][tT][pP][sS]?://[^\\s/\\\\?#]\\S*$',
  description: 'Base URL of the API: absolute, http or https, without user info; kept as sent.',
  examples: ['https://api.example.com/weather'],
  expected: 'an absolute http or https URL with a host, of at most 2,048 characters, without user name or password',
});
