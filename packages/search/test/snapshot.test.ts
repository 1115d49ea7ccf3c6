import { hash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import { type Language, loadLanguage, memoize } from '@shirube/language';
import { smallDisk, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import { createEmbeddedEngine, intentSearch } from '../dist/index.js';
import { catalog, entry } from './catalogFixture.js';

const loaded = await loadLanguage();
// Every engine reads the same thousands of synonyms.
const language = { ...loaded, words: memoize(20_000, loaded.words) };

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
  return { engine, read };
}

const answers = async ({ engine }: Awaited<ReturnType<typeof start>>) => ({
  keyword: await engine.search({ text: '天気', filter: {}, offset: 0, limit: 10 }),
  intent: await intentSearch(engine, language, { text: '文章を翻訳したい', filter: {}, limit: 10 }),
});

t.test('a restart analyses no text again, and gives the same answers', async (t) => {
  const folder = t.testdir();
  const first = await start(folder);
  t.ok(first.read > 0);
  const expected = await answers(first);
  await first.engine.close();
  const second = await start(folder);
  t.equal(second.read, 0);
  t.strictSame(await answers(second), expected);
  await second.engine.close();
});

t.test('a text that has changed before or after a start is analysed once', async (t) => {
  const folder = t.testdir();
  const first = await start(folder);
  await first.engine.apply([{ upsert: entry(1, { name: 'Renamed', revision: 2 }) }]);
  await first.engine.close();
  const changed = [entry(1, { name: 'Renamed', revision: 2 }), ...catalog.slice(1)];
  const second = await start(folder, changed);
  t.equal(second.read, 0, 'it was read when it changed');
  await second.engine.close();
  const third = await start(folder, [entry(1, { name: 'Renamed again', revision: 3 }), ...catalog.slice(1)]);
  t.ok(third.read > 0 && third.read <= 6, 'the one that changed while nobody looked');
  t.equal((await third.engine.search({ text: 'again', filter: {}, offset: 0, limit: 1 })).total, 1);
  await third.engine.close();
});

t.test('a changed price causes no text to be analysed', async (t) => {
  const folder = t.testdir({ 'made-documents': 'of an earlier version' });
  await (await start(folder)).engine.close();
  t.strictSame(await readdir(folder), ['snapshot'], 'what an earlier version stored is removed');
  const dearer = catalog.map((one) => ({
    ...one,
    revision: 2,
    service: { ...one.service, pricing: { ...one.service.pricing, pricePerRequest: '7' } },
  }));
  const second = await start(folder, dearer);
  t.equal(second.read, 0);
  await second.engine.close();
});

/** Writes a snapshot, and returns it with the answers of its engine, and how many texts were analysed for it. */
async function written(t: Test) {
  const folder = t.testdir();
  const first = await start(folder);
  const expected = await answers(first);
  await first.engine.close();
  const file = join(folder, 'snapshot');
  return { folder, expected, all: first.read, file, content: await readFile(file) };
}

t.test(
  'after a damaged, cut-off or outdated snapshot all texts are analysed again, and answers are the same',
  async (t) => {
    const { folder, expected, all, file, content } = await written(t);

    /** Starts with that file, which is then replaced by a good one. */
    async function startWith(bytes: Buffer | string, version?: string) {
      await writeFile(file, bytes);
      const started = await start(folder, catalog, version);
      t.strictSame(await answers(started), expected);
      await started.engine.close();
      return started.read;
    }
    for (const place of [0, 0.2, 0.5, 0.9, 1]) {
      const flipped = Buffer.from(content);
      const at = Math.round(place * (content.length - 1));
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      t.equal(await startWith(flipped), all, `a flipped bit at ${place}`);
      t.equal(await startWith(content.subarray(0, at)), all, `the end cut off at ${place}`);
    }
    t.equal(await startWith('nonsense'), all);
    t.equal(await startWith(content, 'another'), all, 'another version of the language');
    t.equal(await startWith(content), 0, 'the file itself');
  },
);

t.test('a snapshot that no index has written is ignored, also if its digest is right', async (t) => {
  const { folder, expected, all, file, content } = await written(t);
  const titleLength = Math.ceil((content.indexOf('\n') + 1) / 4) * 4;
  const recordsStart = titleLength + 4 + content.readUInt32LE(titleLength);
  const vocabulary = JSON.parse(content.toString('utf8', titleLength + 4, recordsStart));
  const records = content.subarray(recordsStart, -32);

  /** Starts with such a file. */
  async function startWith(what: string, texts: unknown, changed = records, length?: number) {
    const json = Buffer.from(typeof texts === 'string' ? texts : JSON.stringify(texts));
    const padded = Buffer.concat([json, Buffer.alloc(-json.length & 3, ' ')]);
    const lengthBytes = Buffer.alloc(4);
    lengthBytes.writeUInt32LE(length ?? padded.length);
    const body = Buffer.concat([content.subarray(0, titleLength), lengthBytes, padded, changed]);
    await writeFile(file, Buffer.concat([body, hash('sha256', body, 'buffer')]));
    const started = await start(folder);
    t.strictSame(await answers(started), expected, what);
    await started.engine.close();
    return started.read;
  }
  /** The records with one of their numbers changed. */
  const withNumber = (place: number, value: number) => {
    const changed = Buffer.from(records);
    changed.writeUInt32LE(value, 4 * place);
    return changed;
  };
  const headLength = 10;
  const beyond = 0xffffff00;
  const broken: Parameters<typeof startWith>[] = [
    ['no JSON', '{'],
    ['no vocabulary', 'null'],
    ['no terms', { words: vocabulary.words }],
    ['an empty vocabulary', { words: [], terms: [] }],
    ['words that are no texts', { ...vocabulary, words: vocabulary.words.map(() => 1) }],
    ['words in one text', { ...vocabulary, words: 'a'.repeat(vocabulary.words.length) }],
    ['words that are not used', { ...vocabulary, words: vocabulary.words.map(() => '') }],
    ['a vocabulary longer than the file', vocabulary, records, 0xfffffffc],
    ['a record longer than the file', vocabulary, withNumber(0, beyond)],
    ['terms longer than the file', vocabulary, withNumber(1, beyond)],
    ['a vector longer than the file', vocabulary, withNumber(3, beyond)],
    ['a vector of three bytes', vocabulary, withNumber(3, 3)],
    ['a word that is not there', vocabulary, withNumber(headLength, beyond)],
    ['half a record', vocabulary, records.subarray(0, -4)],
    ['a part of a number', vocabulary, records.subarray(0, -1)],
  ];
  for (const parts of broken) t.equal(await startWith(...parts), all, parts[0]);
  t.equal(await startWith('the file itself', vocabulary), 0);
});

t.test('a snapshot that does not fit on the disk leaves nothing there', async (t) => {
  const disk = await smallDisk(t, 1);
  if (!disk) return;
  const folder = join(disk, 'index');
  await (await start(folder)).engine.close();
  const { size } = await stat(join(folder, 'snapshot'));
  await writeFile(join(disk, 'filler'), Buffer.alloc(2 ** 20 - 1.5 * size));
  const second = await start(folder, [entry(1, { name: 'Renamed', revision: 2 }), ...catalog.slice(1)]);
  await second.engine.close();
  t.strictSame(await readdir(folder), ['snapshot'], 'no draft');
  const third = await start(folder);
  t.equal(third.read, 0, 'the one before serves on');
});

t.test('a change is in the snapshot a while later, without a stop', async (t) => {
  const folder = t.testdir();
  const first = await start(folder);
  const file = join(folder, 'snapshot');
  const { mtimeMs } = await until(() => stat(file), { message: 'a snapshot is written after a rebuild' });
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  await first.engine.apply([{ upsert: entry(1, { name: 'Renamed', revision: 2 }) }]);
  mock.timers.tick(60_000);
  mock.timers.reset();
  await until(async () => (await stat(file)).mtimeMs > mtimeMs, { message: 'a snapshot is written after a change' });
  const second = await start(folder, [entry(1, { name: 'Renamed', revision: 2 }), ...catalog.slice(1)]);
  t.equal(second.read, 0);
  await second.engine.close();
  await first.engine.close();
});

t.test('words that no service contains any more are not found after a restart', async (t) => {
  const folder = t.testdir();
  const [old, other] = [entry(99, { name: 'Xylophone' }), entry(98, { name: 'Zither' })];
  const first = await start(folder, [...catalog, old]);
  await first.engine.apply([{ remove: old.service.id }, { upsert: other }]);
  await first.engine.close();
  const second = await start(folder, [...catalog, other]);
  t.equal(second.read, 0);
  const found = async (text: string) =>
    (await second.engine.search({ text, filter: {}, offset: 0, limit: 5 })).hits.map(({ service }) => service);
  t.same(await found('xylophone'), []);
  t.equal((await found('zither')).length, 1);
  await second.engine.close();
});
