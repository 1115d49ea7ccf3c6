import { fork } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { loadLanguage } from '@shirube/language';
import { until } from '@shirube/testing';
import t from 'tap';
import { createEmbeddedEngine } from '../../dist/index.js';
import { catalog } from '../catalogFixture.js';

const language = await loadLanguage();

t.test('a process that is killed while it writes a snapshot leaves one that the next start uses', async (t) => {
  const folder = t.testdir();
  let analysed = 0;
  const counting = {
    ...language,
    words(text: string) {
      analysed += 1;
      return language.words(text);
    },
  };
  const start = async () => {
    const engine = createEmbeddedEngine(counting, { folder });
    analysed = 0;
    const rebuild = await engine.beginRebuild();
    await rebuild.apply(catalog.map((upsert) => ({ upsert })));
    await rebuild.promote();
    const read = analysed;
    const found = await engine.search({ text: '天気', filter: {}, offset: 0, limit: 10 });
    await engine.close();
    return { read, found };
  };
  const first = await start();
  t.ok(first.read > 0);
  for (let round = 0; round < 3; round += 1) {
    const child = fork(new URL('../writeSnapshots.js', import.meta.url), [folder]);
    const isWriting = () => access(join(folder, 'snapshot.new')).then(() => true);
    await until(isWriting, { message: 'it does not write' });
    child.kill('SIGKILL');
    await once(child, 'exit');
    t.strictSame(await start(), { read: 0, found: first.found });
  }
});
