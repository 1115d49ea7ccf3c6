import { FormatRegistry, Type } from '@sinclair/typebox';

function isHttpUrl(value: string): boolean {
  // URL parsers accept missing hosts ("https:///x" is parsed as "https://x") and ignore invisible characters.
  if (!/^https?:\/\/[^/\\?#\s\p{Cc}\p{Cf}][^\s\p{Cc}\p{Cf}]*$/iu.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  return url.username === '' && url.password === '' && !/^https?:\/\/[^/?#]*@/i.test(value);
}

FormatRegistry.Set('http-url', isHttpUrl);

/** An absolute http(s) address without user info, stored as sent. */
export const HttpUrl = Type.String({
  format: 'http-url',
  maxLength: 2048,
  // The closest approximation of a pattern. Only a URL parser can tell which hosts are valid.
  openApiPattern: '^[hH][tT][tT][pP][sS]?://[^\\s/\\\\?#]\\S*$',
  description: 'Base URL of the API: absolute, http or https, without user info; kept as sent.',
  examples: ['https://api.example.com/weather'],
  expected: 'an absolute http or https URL with a host, of at most 2,048 characters, without user name or password',
});
