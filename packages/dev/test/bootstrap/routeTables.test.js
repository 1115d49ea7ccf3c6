import { readFileSync } from 'node:fs';
import t from 'tap';
import { routeTables } from '../../bootstrap/routeTables.js';

const read = (/** @type {string} */ name) => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');

t.test('docs/api.md has the routes of the contracts', async (t) => {
  const tables = routeTables(JSON.parse(read('openapi.json')));
  t.match(tables, '| `POST /api/services` | Register a service |');
  t.ok(read('api.md').endsWith(`\n## Routes\n\n${tables}`), 'run `npm run openapi` after a change of the contracts');
});
