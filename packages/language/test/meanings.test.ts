import t from 'tap';
import { readDataFiles } from '../dist/data/dataFiles.js';
import { readMeanings } from '../dist/data/meanings.js';
import { loadLanguage } from '../dist/index.js';

const language = await loadLanguage();
const meaning = (text: string): Float32Array => language.meaning(text) ?? new Float32Array(128);
const subject = (text: string): Float32Array => language.subject(text) ?? new Float32Array(128);
const cosine = (a: string, b: string): number => {
  const other = meaning(b);
  return meaning(a).reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0);
};

t.test('everyday words lead to the task, in either language', async (t) => {
  const cases: [string, string][] = [
    ['make this long report short', 'text-summarize'],
    ['長い報告書を手短にして', 'text-summarize'],
    ['荷物が今どこにあるか知りたい', 'parcel-tracking'],
    ['この写真の背景を消して', 'background-remove'],
    ['is anyone at this email address', 'email-validate'],
  ];
  for (const [text, wanted] of cases) {
    const [first, second] = language.tasks(subject(text));
    t.ok(
      [first, second].some((near) => near?.task.id === wanted),
      text,
      { first, second },
    );
  }
  const [sold] = language.tasks(subject('Removes the background of an image and returns a PNG.'));
  t.equal(sold?.task.id, 'background-remove');
  t.equal(sold?.task.en, 'Remove the background of an image');
});

t.test('tasks of a text come likeliest first, and are no more than sure', async (t) => {
  const weights = language.tasks(subject('what will the weather be')).map(({ weight }) => weight);
  t.strictSame(
    weights,
    weights.toSorted((a, b) => b - a),
  );
  t.ok(weights.reduce((sum, weight) => sum + weight, 0) <= 1.000_001);
});

t.test('ways of texts that ask for opposites point apart, also if only the order of the words tells', async (t) => {
  for (const [text, same, opposite] of [
    ['住所から緯度経度を調べたい', '住所を緯度経度に変換したい', '緯度経度から住所を知りたい'],
    ['convert this Word file to PDF', 'docx to pdf', 'pdf to docx'],
    ['decode base64', 'base64 to text', 'encode a file as base64'],
  ] as const) {
    const product = (other: string) =>
      language.way(text).reduce((sum, x, i) => sum + x * (language.way(other)[i] ?? 0), 0);
    t.ok(product(same) > product(opposite), text);
  }
});

t.test('tasks that are skipped early are not among the nearest', async (t) => {
  const file = (await readDataFiles()).file('meaning.bin');
  const [pieces = 0, tasks = 0, dimensions = 0, ways = 0, places = 0] = [8, 12, 16, 20, 24].map((at) =>
    file.readUInt32LE(at),
  );
  const start = 28 + pieces * (5 * 4 + 2 * dimensions + 2 * ways + places + 1);
  const directions = new Int8Array(file.subarray(start, start + tasks * dimensions));
  for (const text of ['make this long report short', 'ビットコインの値段', 'x', 'Screenshots of web pages as PNG']) {
    const vector = subject(text);
    const cosines = Array.from({ length: tasks }, (_, i) => {
      const direction = directions.subarray(i * dimensions, (i + 1) * dimensions);
      return vector.reduce((sum, value, d) => sum + value * (direction[d] ?? 0), 0) / Math.hypot(...direction);
    });
    const nearest = cosines.toSorted((a, b) => b - a).slice(0, 8);
    const weights = nearest.map((cosine) => Math.exp((cosine - (nearest[0] ?? 0)) / 0.05));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (const [i, { weight }] of language.tasks(vector).entries()) {
      t.ok(Math.abs(weight - (weights[i] ?? 0) / total) < 1e-4, `${text}: ${i}`);
    }
  }
});

t.test('what says the same in other words or in the other language lies nearer than what does not', async (t) => {
  t.ok(cosine('translation', '文章を翻訳します') > 0.5);
  t.ok(cosine('translation', '文章を翻訳します') > 0.3 + cosine('translation', 'Convert currencies'));
});

t.test('width, case and spaces do not matter, and no text makes it throw', async (t) => {
  t.strictSame(meaning(' ＰＤＦ　to  Text '), meaning('pdf to text'));
  for (const text of ['', ' ', '\u0000', '𠮷野家👍🏽', '\ud800', 'x'.repeat(2_000)]) {
    const vector = language.meaning(text);
    t.ok(vector === undefined || Math.abs(Math.hypot(...vector) - 1) < 1e-3, JSON.stringify(text.slice(0, 9)));
  }
});

t.test('a list of tasks that the table was not made of is refused', async (t) => {
  const { file } = await readDataFiles();
  const list = file('tasks.ndjson').toString('utf8');
  const shorter = list.slice(list.indexOf('\n') + 1);
  t.throws(() => readMeanings(file('meaning.bin'), shorter), /meaning\.py/);
});
