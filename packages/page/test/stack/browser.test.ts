import { fileURLToPath } from 'node:url';
import { openDatabase } from '@shirube/catalog';
import { findProgram } from '@shirube/dev/processes';
import { startProcess } from '@shirube/testing';
import t from 'tap';
import { operating } from '../browser/operating.js';
import { startBrowser, startScene } from '../browser/scene.js';
import { directoryAway } from './browser/directoryAway.js';
import { engineDown } from './browser/engineDown.js';
import { slowConnection } from './browser/slowConnection.js';

const browser = await startBrowser(t);
if (browser) {
  const scene = await startScene(t, browser);
  slowConnection(t, scene);
  directoryAway(t, scene);
  engineDown(t, browser);
  const programs = ['redis-server', 'meilisearch', 'nginx'];
  const found = await Promise.all(programs.map(findProgram));
  if (found.every(Boolean)) {
    const main = fileURLToPath(new URL('../../../dev/dist/runStack.js', import.meta.url));
    const stack = await startProcess(t, process.execPath, [main, '--json'], { env: { DATABASE_URL: undefined } });
    const [line] = await stack.waitForOutput(/^\{"url".*\}$/m);
    const { url, key: apiKey, databaseUrl } = JSON.parse(line);
    const database = openDatabase(databaseUrl, { max: 1 });
    t.teardown(() => database.end());
    operating(t, { browser, directory: { url, apiKey }, database });
  }
  for (const program of programs.filter((_, index) => !found[index]))
    t.pass('the page of operators on the whole stack', { skip: `${program} is not on PATH` });
}
