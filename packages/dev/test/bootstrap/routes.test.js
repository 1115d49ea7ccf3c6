import { readFileSync } from 'node:fs';
import t from 'tap';
import { gatewayRoutes } from '../../bootstrap/gatewayRoutes.js';
import { routeTables } from '../../bootstrap/routeTables.js';

const read = (/** @type {string} */ name) => readFileSync(new URL(`../../../../${name}`, import.meta.url), 'utf8');

t.test('the configuration of the gateway has the paths of the contracts', async (t) => {
  const template = read('services/gateway/nginx.conf.template');
  const document = JSON.parse(read('docs/openapi.json'));
  t.equal(gatewayRoutes(template, document), template, 'run `npm run openapi` after a change of the contracts');
  document.paths['/api/later/{id}'] = { post: { 'x-may-wait': true }, get: { security: [] } };
  const later = gatewayRoutes(template, document);
  t.match(later, '"~^POST /api/later/[^/]+ " /writes/held;');
  t.match(later, /location ~ \S+\/api\/later\/\[\^\/\]\+\$/);
});

t.test('docs/api.md has the routes of the contracts', async (t) => {
  const tables = routeTables(JSON.parse(read('docs/openapi.json')));
  t.match(tables, '| `POST /api/services` | Register a service |');
  t.ok(
    read('docs/api.md').endsWith(`\n## Routes\n\n${tables}`),
    'run `npm run openapi` after a change of the contracts',
  );
});
