import type { FastifyInstance } from 'fastify';

interface Route {
  method: string;
  url: string;
}

/** Returns the methods of a path as an Allow header; undefined if the path does not exist. */
export type AllowedMethods = (path: string) => string | undefined;

const matcher = (url: string): RegExp => {
  const literal = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`);
};

/** Every path allows OPTIONS, and HEAD if it allows GET. */
function allow(methods: readonly string[]): string | undefined {
  if (methods.length === 0) return undefined;
  const others = methods.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
  return [...new Set([...methods, ...others])].sort().join(', ');
}

/**
 * Collects the routes of this app, so it must be called before they are registered, and `routes`, those of other
 * services behind the same address.
 */
export function allowedMethods(app: FastifyInstance, routes: readonly Route[]): AllowedMethods {
  const patterns = new Map<string, RegExp>();
  const methods = new Map<string, string[]>();
  const add = ({ method, url }: Route) => {
    // A catch-all route does not tell which paths exist.
    if (url === '*' || url === '/*') return;
    patterns.set(url, matcher(url));
    methods.set(url, [...(methods.get(url) ?? []), method]);
  };
  for (const route of routes) add(route);
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) add({ method: one, url });
  });
  return (path) => {
    const urls = [...patterns].filter(([, pattern]) => pattern.test(path)).map(([url]) => url);
    return allow(urls.flatMap((url) => methods.get(url) ?? []));
  };
}
