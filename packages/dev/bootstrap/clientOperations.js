import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.js';

/** Writes the operations of docs/openapi.json as the table from which the client makes its methods. */
const { paths } = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
const rows = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId, parameters = [], requestBody, security, responses }]) => {
    const has = (/** @type {string} */ place) => parameters.some((/** @type {any} */ one) => one.in === place);
    const takes = [has('path') && 'i', has('query') && 'q', requestBody && 'b'].filter(Boolean).join('');
    const [bodyType] = Object.keys(requestBody?.content ?? {});
    const { headers, content } = responses[200] ?? {};
    const { schema } = content?.['application/json'] ?? {};
    // An intent has a total, too, but its services are inside of an object.
    const isList = headers?.['X-Total-Count'] && (schema.anyOf?.[0] ?? schema).type === 'array';
    // Short, because the page loads it: GET, false and JSON are left out, and each path has one parameter at most.
    const row = {
      ...(method !== 'get' && { method: method.toUpperCase() }),
      path: path.replace(/\{\w+\}/, '{id}'),
      ...(takes && { takes }),
      ...(security && { isSecured: true }),
      ...(isList && { isList: true }),
      ...(bodyType !== 'application/json' && { bodyType }),
    };
    return `  ${operationId}: ${JSON.stringify(row)},\n`;
  }),
);
const text = `// Written by the build from docs/openapi.json.\nexport const operations = {\n${rows.join('')}} as const;\n`;
writeFileSync(join(root, 'packages/client/src/operations.ts'), text);
