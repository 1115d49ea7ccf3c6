import { getEventListeners, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { askSource } from '../dist/mirroring/askSource.js';

t.test('a signal that outlives its requests ends those that run, and keeps nothing of the finished ones', async (t) => {
  const server = createServer((request, response) => void (request.url === '/' && response.end('[]')));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const life = new AbortController();
  const { signal } = life;
  for (let n = 0; n < 5; n++) t.match(await askSource(url, signal), { status: 200, text: '[]' });
  t.equal(getEventListeners(signal, 'abort').length, 0);
  const dependants = Object.getOwnPropertySymbols(signal).filter(
    (symbol) => symbol.description === 'kDependantSignals',
  );
  t.same(
    dependants.filter((symbol) => Reflect.get(signal, symbol)?.size),
    [],
  );
  const hanging = askSource(new URL('/hanging', url), signal);
  life.abort(new Error('stopped'));
  await t.rejects(hanging, { message: 'stopped' });
});
