import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, loadLanguage } from '@shirube/language';
import t from 'tap';
import { createEmbeddedEngine, intentSearch } from '../dist/index.js';
import { catalog, entry } from './catalogFixture.js';

const language = await loadLanguage();

/** Creates an engine, fills it as at process start, and counts how many texts were read for that. */
async function start(folder: string, entries = catalog, version = language.version) {
  let read = 0;
  const counting: Language = {
    ...language,
    version,
    words(text) {
      read += 1;
      return language.words(text);
    },
  };
  const engine = createEmbeddedEngine(counting, { folder });
  // Creating the engine reads the synonyms of keyword search, which do not count.
  read = 0;
  const rebuild = await engine.beginRebuild();
  await rebuild.apply(entries.map((upsert) => ({ upsert })));
  await rebuild.promote();
  return { engine, read: () => read };
}

const answers = async ({ engine }: Awaited<ReturnType<typeof start>>) => ({
  keyword: await engine.search({ text: '天気', filter: {}, offset: 0, limit: 10 }),
  intent: await intentSearch(engine, language, { text: '文章を翻訳したい', filter: {}, limit: 10 }),
});

t.test('a restart reads no text again, and answers the same', async (t) => {
  const folder = t.testdir();
  const first = await start(folder);
  t.ok(first.read() > 0);
  const expected = await answers(first);
  await first.engine.close();
  const second = await start(folder);
  t.equal(second.read(), 0);
  t.strictSame(await answers(second), expected);
  await second.engine.close();
});

t.test('what has changed before or after a start is read, once', async (t) => {
  const folder = t.testdir();
  const first = await start(folder);
  await first.engine.apply([{ upsert: entry(1, { name: 'Renamed', revision: 2 }) }]);
  await first.engine.close();
  const changed = [entry(1, { name: 'Renamed', revision: 2 }), ...catalog.slice(1)];
  const second = await start(folder, changed);
  t.equal(second.read(), 0, 'it was read when it changed');
  await second.engine.close();
  const third = await start(folder, [entry(1, { name: 'Renamed again', revision: 3 }), ...catalog.slice(1)]);
  t.ok(third.read() > 0 && third.read() < 6, 'the one that changed while nobody looked');
  t.equal((await third.engine.search({ text: 'again', filter: {}, offset: 0, limit: 1 })).total, 1);
  await third.engine.close();
});

t.test('a price that changes asks for no text to be read', async (t) => {
  const folder = t.testdir();
  await (await start(folder)).engine.close();
  const dearer = catalog.map((one) => ({
    ...one,
    revision: 2,
    service: { ...one.service, pricing: { ...one.service.pricing, pricePerRequest: '7' } },
  }));
  const second = await start(folder, dearer);
  t.equal(second.read(), 0);
  await second.engine.close();
});

t.test('a file that is cut off, or of another version, costs time and nothing else', async (t) => {
  const folder = t.testdir();
  const first = await start(folder);
  const expected = await answers(first);
  await first.engine.close();
  const file = join(folder, 'made-documents');
  const content = await readFile(file);
  await truncate(file, content.length - 100);
  const second = await start(folder);
  t.ok(second.read() > 0 && second.read() < 6, 'the last one is read again');
  t.strictSame(await answers(second), expected);
  await second.engine.close();
  const third = await start(folder, catalog, 'another');
  t.ok(third.read() > catalog.length);
  t.strictSame(await answers(third), expected);
  await third.engine.close();
  await writeFile(file, 'nonsense');
  const fourth = await start(folder);
  t.strictSame(await answers(fourth), expected);
  await fourth.engine.close();
});
