import { readFileSync } from 'node:fs';
import t from 'tap';
import { gatewayRoutes } from '../../bootstrap/gatewayRoutes.js';

const read = (/** @type {string} */ name) => readFileSync(new URL(`../../../../${name}`, import.meta.url), 'utf8');

t.test('the gateway has the paths of the contracts', async (t) => {
  const template = read('services/gateway/nginx.conf.template');
  const document = JSON.parse(read('docs/openapi.json'));
  t.equal(gatewayRoutes(template, document), template, 'run `npm run openapi` after a change of the contracts');
  document.paths['/api/later/{id}'] = { post: { 'x-may-wait': true }, get: { security: [] } };
  const later = gatewayRoutes(template, document);
  t.match(later, '"~^POST /api/later/[^/]+ " /writes/held;');
  t.match(later, /location ~ \S+\/api\/later\/\[\^\/\]\+\$/);
});
