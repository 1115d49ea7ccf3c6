import type { Stack } from './startStack.js';

/** Everything a program needs to use the stack or to stop one of its parts. */
export function stackData(stack: Stack) {
  const { url, key, databaseUrl, directory, redis, searchNodes, meilisearchMasterKey, gateway } = stack;
  const engines = searchNodes.map((node) => node.meilisearch);
  const parts = [redis, ...engines, ...stack.writeApis, ...stack.readApis, ...stack.indexers, stack.monitor, gateway];
  return {
    url,
    key,
    directory,
    databaseUrl,
    redisUrl: redis.url,
    meilisearch: { url: stack.meilisearch.url, masterKey: meilisearchMasterKey, ...stack.meilisearchKeys },
    searchNodes: searchNodes.map(({ name, meilisearch }) => ({ name, url: meilisearch.url })),
    parts: parts.map((part) => ({ name: part.name, url: withoutPassword(part.url), pid: part.pid() })),
  };
}

/** The text that people see once the stack runs. */
export function stackBanner(stack: Stack): string {
  const { parts, directory, url, key } = stackData(stack);
  const width = Math.max(...parts.map(({ name }) => name.length));
  const lines = [
    `  ${'postgres'.padEnd(width)}  ${withoutPassword(stack.databaseUrl)}`,
    ...parts.map((part) => `  ${part.name.padEnd(width)}  ${part.url}  (process ${part.pid})`),
  ];
  return `
  標 Shirube runs at ${url}   (API reference: ${url}/docs)

  API key: ${key}

${lines.join('\n')}

  Data and logs: ${directory}
  Ctrl-C stops everything.
`;
}

function withoutPassword(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href.replace(/\/$/, '');
}
