/**
 * Returns the template of the gateway with the paths of an OpenAPI document: of writes that may wait, and of reads that
 * the write API serves, because they need a key or call other hosts.
 * @param {string} template
 * @param {{ paths: object }} document
 */
export function gatewayRoutes(template, document) {
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: path.replace(/\{\w+\}/g, '[^/]+'),
      mayWait: operation['x-may-wait'] === true,
      isSecured: operation.security !== undefined,
    })),
  );
  const waiting = routes.filter(({ method, mayWait }) => mayWait && method !== 'GET');
  const reads = routes.filter(({ method, mayWait, isSecured }) => method === 'GET' && (mayWait || isSecured));
  const patterns = [...reads.map(({ pattern }) => `${pattern}$`), '/admin/queues'];
  return template
    .replace(/(# Written by npm run openapi: routes that may wait\.\n)(?: +"~.*held;\n)*/, (_all, head) =>
      waiting.reduce((text, { method, pattern }) => `${text}    "~^${method} ${pattern} " /writes/held;\n`, head),
    )
    .replace(
      /(# Written by npm run openapi: reads of the write API\.\n +location ~ )\S+/,
      (_all, head) => `${head}^(${patterns.join('|')})`,
    );
}
