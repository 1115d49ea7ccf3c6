const topLevel =
  'com|net|org|io|dev|xyz|app|ai|co|me|sh|so|fun|site|link|network|tools|life|tech|cloud|world|services|tokyo|jp|br|uk|us|eu|de|fr|in|info|biz|online|store|finance|money|market|news|live|studio|digital|agency|systems|space|ing';
/** The address of a host, in lower case, with what follows it. */
export const hosts = new RegExp(
  String.raw`(?<![\w@.-])(?:https?://)?(?<labels>(?:[a-z0-9-]+\.)+)(?:${topLevel})(?![\w.-])(?::\d+)?(?:/[^\s)\]"']*)?`,
  'g',
);
/** Labels before a domain that say nothing of what is there. */
const plain =
  /^(?:www|api|apis|app|apps|dev|staging|prod|production|test|beta|v\d+|x402|mcp|up|public|pro-api|gateway|server|service|services|agent|agents|\d+|.*[0-9a-f]{8,}.*)$/;

/**
 * The text with addresses reduced to what they say: a domain is a name, not a description, so that "tokyo" in one is no
 * match for Tokyo; what stands before it (weather.example.com) may describe. A text that is nothing else stays.
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
