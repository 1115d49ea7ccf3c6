import t from 'tap';
import { openDatabase } from '../dist/index.js';

t.test('a pool waits for a connection for as long as its address says, else for 3 s', async (t) => {
  const patience = {
    '': 3_000,
    '?connect_timeout=10': 10_000,
    '?connect_timeout=soon': 3_000,
    '?connect_timeout=-1': 3_000,
  };
  for (const [parameters, milliseconds] of Object.entries(patience)) {
    const database = openDatabase(`postgres://127.0.0.1:1/none${parameters}`);
    t.equal(database.options.connectionTimeoutMillis, milliseconds, parameters);
    await database.end();
  }
});
