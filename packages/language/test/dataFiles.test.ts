import { cp, readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { readDataFiles } from '../dist/data/dataFiles.js';
import { loadLanguage } from '../dist/index.js';

const data = new URL('../data/', import.meta.url);

t.test('the data is loaded once in a process', async (t) => {
  t.equal(await loadLanguage(), await loadLanguage());
});

t.test('a damaged file is refused with a sentence that names it', async (t) => {
  const folder = t.testdir();
  await cp(data, folder, { recursive: true });
  const copy = pathToFileURL(`${folder}/`);
  t.ok((await readDataFiles(copy)).file('lexicon.bin').length > 0);
  const file = new URL('words.bin', copy);
  const content = await readFile(file);
  content[1000] = (content[1000] ?? 0) ^ 1;
  await writeFile(file, content);
  await t.rejects(readDataFiles(copy), /language data file words\.bin is damaged/);
});

t.test('the whole data, the morphological dictionary included, stays under 31 MB', async (t) => {
  const { file } = await readDataFiles();
  const names = Object.keys(JSON.parse(await readFile(new URL('manifest.json', data), 'utf8')));
  const bytes = names.reduce((sum, name) => sum + file(name).length, 0);
  t.ok(bytes < 31_000_000, `${bytes} bytes`);
});
