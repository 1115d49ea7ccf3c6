import type pg from 'pg';
import type { TestContext } from './testContext.js';

/** Records the statements of a pool until the end of the test, by their names. */
export function recordStatements(t: TestContext, pool: pg.Pool): string[] {
  const names: string[] = [];
  const { query } = pool;
  pool.query = new Proxy(query, {
    apply(target, self, values) {
      names.push(values[0].name ?? String(values[0]));
      return Reflect.apply(target, self, values);
    },
  });
  t.teardown(() => {
    pool.query = query;
  });
  return names;
}
