import t from 'tap';
import { readDataFiles } from '../dist/data/dataFiles.js';
import { loadLanguage } from '../dist/index.js';

const language = await loadLanguage();
const meaning = (text: string): Float32Array => language.meaning(text) ?? new Float32Array(128);
const subject = (text: string): Float32Array => language.subject(text) ?? new Float32Array(128);
const cosine = (a: string, b: string): number => {
  const other = meaning(b);
  return meaning(a).reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0);
};

t.test('everyday words of either language lead to the task that they ask for', async (t) => {
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

t.test(
  'texts that ask for opposites point in different directions, even if only their word order differs',
  async (t) => {
    for (const [text, same, opposite] of [
      ['住所から緯度経度を調べたい', '住所を緯度経度に変換したい', '緯度経度から住所を知りたい'],
      ['convert this Word file to PDF', 'docx to pdf', 'pdf to docx'],
      ['decode base64', 'base64 to text', 'encode a file as base64'],
    ] as const) {
      const product = (other: string) =>
        language.way(text).reduce((sum, x, i) => sum + x * (language.way(other)[i] ?? 0), 0);
      t.ok(product(same) > product(opposite), text);
    }
  },
);

t.test(
  'a text has the eight tasks that lie nearest to it, the likeliest first, with weights that sum to 1',
  async (t) => {
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
      const found = language.tasks(vector);
      t.equal(found.length, nearest.length, text);
      for (const [i, { weight }] of found.entries()) {
        t.ok(Math.abs(weight - (weights[i] ?? 0) / total) < 1e-4, `${text}: ${i}`);
      }
    }
  },
);

t.test('texts that mean the same lie nearer to each other than others, also across the two languages', async (t) => {
  t.ok(cosine('translation', '文章を翻訳します') > 0.5);
  t.ok(cosine('translation', '文章を翻訳します') > 0.3 + cosine('translation', 'Convert currencies'));
});

t.test('the meaning of a text disregards width, case and spaces, and every text has one of length 1', async (t) => {
  t.strictSame(meaning(' ＰＤＦ　to  Text '), meaning('pdf to text'));
  for (const text of ['', ' ', '\u0000', '𠮷野家👍🏽', '\ud800', 'x'.repeat(2_000)]) {
    const length = Math.hypot(...(language.meaning(text) ?? []));
    t.ok(Math.abs(length - 1) < 1e-3, JSON.stringify(text.slice(0, 9)));
  }
});

t.test('the term vectors of texts of like meaning lie near each other, also across the two languages', async (t) => {
  const termCosine = (a: string, b: string) => {
    const left = language.textVector(language.words(a));
    const right = language.textVector(language.words(b));
    if (!left || !right) return 0;
    return left.reduce((sum, value, i) => sum + value * (right[i] ?? 0), 0);
  };
  t.ok(termCosine('weather forecast', 'meteorology') > termCosine('weather forecast', 'cat pictures'));
  t.ok(termCosine('天気予報', 'weather forecast') > 0.8);
  t.equal(language.textVector(language.words('!!!')), undefined);
});

t.test('the neighbours of a term are other terms of like meaning, the nearest first', async (t) => {
  const near = language.neighbours('weather');
  t.ok(near.length > 0);
  t.notOk(near.some(({ term }) => term === 'weather'));
  t.same(
    near.map(({ cosine }) => cosine),
    near.map(({ cosine }) => cosine).sort((a, b) => b - a),
  );
  t.same(language.neighbours('qqqqq'), []);
});
