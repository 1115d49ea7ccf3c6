import type { FastifyInstance } from 'fastify';

interface Route {
  method: string;
  url: string;
}

/** The methods that a path answers, as an Allow header tells them; undefined when there is nothing at the path. */
export type AllowedMethods = (path: string) => string | undefined;

const matcher = (url: string): RegExp => {
  const literal = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`);
};

/** Every path answers OPTIONS, and HEAD where it answers GET. */
function allow(methods: readonly string[]): string | undefined {
  if (methods.length === 0) return undefined;
  const others = methods.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
  return [...new Set([...methods, ...others])].sort().join(', ');
}

/**
 * Knows the routes of this app, which it must see being registered, and `routes`, those that other services answer
 * behind the same address.
 */
export function allowedMethods(app: FastifyInstance, routes: readonly Route[]): AllowedMethods {
  const patterns = new Map<string, RegExp>();
  const methods = new Map<string, string[]>();
  const add = ({ method, url }: Route) => {
    // A route for any path at all says nothing about which paths there are.
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
