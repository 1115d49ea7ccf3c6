import { cp, readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { readDataFiles } from '../dist/data/dataFiles.js';
import { parseTasks, readMeanings } from '../dist/data/meanings.js';
import { loadLanguage } from '../dist/index.js';

const data = new URL('../data/', import.meta.url);
// Every service downloads the data with its package and reads all of it when it starts. Whoever needs more raises this
// budget, and says in the commit what for.
const dataBudget = 31_000_000;

t.test('the language data is loaded once in a process', async (t) => {
  t.equal(await loadLanguage(), await loadLanguage());
});

t.test('a damaged file of the language data is refused with a sentence that names it', async (t) => {
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

t.test('the language data, the morphological dictionary included, stays within its budget', async (t) => {
  const { file } = await readDataFiles();
  const names = Object.keys(JSON.parse(await readFile(new URL('manifest.json', data), 'utf8')));
  const bytes = names.reduce((sum, name) => sum + file(name).length, 0);
  t.ok(bytes <= dataBudget, `${bytes} bytes`);
});

t.test('a list of tasks that differs from the one in the table of meanings is refused', async (t) => {
  const { file } = await readDataFiles();
  const list = file('tasks.ndjson').toString('utf8');
  const shorter = list.slice(list.indexOf('\n') + 1);
  t.throws(() => readMeanings(file('meaning.bin'), parseTasks(shorter)), /meaning\.py/);
});

const synonymTable = async () =>
  new Map((await loadLanguage()).keywordSynonyms().map(({ term, synonyms }) => [term, synonyms]));

t.test(
  'keyword synonyms lead from each name of a thing to its others, and from everyday words to their translations',
  async (t) => {
    const synonyms = await synonymTable();
    t.ok(synonyms.get('天気')?.includes('weather'));
    t.ok(synonyms.get('weather')?.includes('天気'));
    t.ok(synonyms.get('郵便番号')?.includes('postal code'));
    t.ok(synonyms.get('postal code')?.includes('郵便番号'));
    t.ok(synonyms.get('海')?.includes('sea'));
    t.ok(synonyms.get('sea')?.includes('海'));
  },
);

t.test('keyword synonyms stay within the limits of search engines', async (t) => {
  const synonyms = await synonymTable();
  t.ok(synonyms.size > 1000 && synonyms.size < 10_000, `${synonyms.size} terms`);
  for (const [term, found] of synonyms) {
    if (found.length > 50 || found.length === 0 || term.split(' ').length > 3 || found.includes(term)) t.fail(term);
  }
});
