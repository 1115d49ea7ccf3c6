const topLevel = [
  'com|net|org|io|dev|xyz|app|ai|co|me|sh|so|fun|site|link|network|tools|life|tech|cloud|world|services|tokyo',
  'jp|br|uk|us|eu|de|fr|in|info|biz|online|store|finance|money|market|news|live|studio|digital|agency|systems|space|ing',
].join('|');
/** The address of a host, in lower case, with the path. */
export const hosts = new RegExp(
  String.raw`(?<![\w@.-])(?:https?://)?(?<labels>(?:[a-z0-9-]+\.)+)(?:${topLevel})(?![\w.-])(?::\d+)?(?:/[^\s)\]"']*)?`,
  'g',
);
/** Labels before a domain that do not describe the service. */
const plain =
  /^(?:www|api|apis|app|apps|dev|staging|prod|production|test|beta|v\d+|x402|mcp|up|public|pro-api|gateway|server|service|services|agent|agents|\d+|.*[0-9a-f]{8,}.*)$/;

/**
 * Reduces the addresses in a text to their descriptive part: a domain is a name, not a description, so "tokyo" in a
 * domain does not match Tokyo. The labels before it (weather.example.com) may describe the service. A text that
 * consists only of addresses is kept.
 */
export function withoutHosts(text: string): string {
  const rest = text.replace(hosts, (...parts) => {
    const { labels }: { labels: string } = parts.at(-1);
    return labels
      .split('.')
      .slice(0, -2)
      .filter((label) => !plain.test(label))
      .join(' ');
  });
  return rest.trim() === '' ? text : rest;
}
