import { fileURLToPath } from 'node:url';
import { startProcess, until } from '@shirube/testing';
import { testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { serveHost } from '../sellers.js';
import { free, quick, register, timePasses } from '../testMonitor.js';

const server = fileURLToPath(new URL('../../../../services/monitor/dist/server.js', import.meta.url));

t.test('the checks of monitors that are killed are made once by the next one', async (t) => {
  const database = await testCatalog(t);
  let hanging = false;
  const seller = await serveHost(t, (request, response) => {
    if (!hanging) free(request, response);
  });
  const count = 40;
  const paths = Array.from({ length: count }, (_, i) => `http://127.0.0.${2 + (i % 20)}:${seller.port}/${i}`);
  await Promise.all(paths.map((endpoint) => register(database, endpoint)));
  const environment = { ...quick, MONITOR_INTERVAL_SECONDS: '3600', MONITOR_CONCURRENCY: '10' };
  const env = {
    ...environment,
    DATABASE_URL: database.url,
    REDIS_URL: undefined,
    PORT: '0',
    LOG_LEVEL: 'info',
  };
  const start = () => startProcess(t, process.execPath, [server], { env });
  const monitors = await Promise.all([start(), start()]);
  const checked = async (): Promise<number> => {
    const { rows } = await database.query<{ count: string }>('select count(*) from checks');
    return Number(rows[0]?.count);
  };
  await until(async () => (await checked()) >= count, { message: 'they are not checked' });
  t.equal(seller.requests.length, count, 'each was asked once');
  t.equal(new Set(seller.requests).size, count);

  hanging = true;
  await timePasses(database);
  await until(() => seller.requests.length > count, { message: 'nothing is asked' });
  for (const running of monitors) running.kill('SIGKILL');
  await Promise.all(monitors.map(({ exited }) => exited));
  t.equal(await checked(), count, 'what was under way is not recorded');
  hanging = false;
  const before = seller.requests.length;
  // The claims of the killed monitors expire.
  await timePasses(database);
  await start();
  await until(async () => (await checked()) >= 2 * count, { message: 'some are skipped' });
  t.equal(seller.requests.length, before + count, 'and each is made again once');
});
