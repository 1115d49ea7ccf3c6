import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { freePort, startProcess } from '@shirube/testing';
import t from 'tap';
import { createPage } from '../dist/createPage.js';

t.test('npm run page serves every page from its sources, and the rest from the directory', async (t) => {
  const directory = createServer((_request, response) => response.end('of the directory')).listen(0, '127.0.0.1');
  t.teardown(() => directory.close());
  await once(directory, 'listening');
  const { port } = directory.address() as AddressInfo;
  const program = fileURLToPath(new URL('../dist/dev.js', import.meta.url));
  const env = { DIRECTORY_URL: `http://127.0.0.1:${port}`, PORT: String(await freePort()) };
  const { waitForOutput } = await startProcess(t, 'node', [program], { env });
  const [, url = ''] = await waitForOutput(/: (http:\S+)$/m);
  const read = async (path: string) => (await fetch(url + path)).text();
  const { routes } = await createPage();
  for (const route of routes) {
    const path = `${route.replace(':id', 'x').replace('*', 'services/new')}?lang=en`;
    t.match(await read(path), /<html lang="en">/, path);
  }
  for (const path of ['/api/services', '/services/x/y', '/statistics', '/api/check?url=/stats'])
    t.equal(await read(path), 'of the directory', path);
});
