import { readFile } from 'node:fs/promises';
import t from 'tap';
import { confidenceOf, probabilityOf } from '../dist/intent/confidence.js';
import { mixProviders } from '../dist/intent/mixProviders.js';
import { preferTrusted, trustBlock } from '../dist/intent/preferTrusted.js';
import { entry } from './catalogFixture.js';

const scores = (...all: number[]) => all.map((score) => ({ score }));
const answerOf = (host: string, score: number) => {
  const { service } = entry(1, { name: host });
  const json = JSON.stringify({ ...service, endpoint: `https://api.${host}.example/${score}` });
  return { service: json, score, matches: [], isLast: false };
};
const mixed = (answers: [host: string, score: number][]) =>
  mixProviders(answers.map(([host, score]) => answerOf(host, score))).map(({ service, score }) => [
    new URL(JSON.parse(service).endpoint).hostname.split('.').at(-2),
    score,
  ]);
const answer = ([trustScore, score, isLast = false]: [number, number, boolean?], i: number) => ({
  service: JSON.stringify({ ...entry(1, { name: 'One' }).service, description: `The text of ${i}.`, trustScore }),
  score,
  matches: [],
  isLast,
});
const ordered = (answers: [number, number, boolean?][]) =>
  preferTrusted(answers.map(answer)).map(({ service, score }) => [JSON.parse(service).trustScore, score]);

t.test('the confidence in an answer rises with its score and with its distance to the others', async (t) => {
  const plain = probabilityOf(scores(0.5, 0.48, 0.48, 0.47, 0.47));
  t.ok(plain > probabilityOf(scores(0.4, 0.38, 0.38, 0.37, 0.37)));
  t.ok(plain < probabilityOf(scores(0.5, 0.3, 0.3, 0.2, 0.2)));
  t.equal(confidenceOf(plain), 'low');
  t.equal(confidenceOf(probabilityOf(scores(0.65, 0.3, 0.3, 0.2, 0.2))), 'high');
});

t.test('the confidence in a single answer depends on its score', async (t) => {
  t.equal(confidenceOf(probabilityOf(scores(0.7))), 'high');
  t.equal(confidenceOf(probabilityOf(scores(0.3))), 'low');
});

t.test('the confidence without any answer is low', async (t) => {
  t.equal(probabilityOf([]), 0);
  t.equal(confidenceOf(0), 'low');
});

t.test('a third answer of a provider comes after relevant answers of others', async (t) => {
  t.same(
    mixed([
      ['many', 0.9],
      ['many', 0.89],
      ['many', 0.88],
      ['many', 0.87],
      ['other', 0.7],
      ['poor', 0.4],
    ]),
    [
      ['many', 0.9],
      ['many', 0.89],
      ['other', 0.7],
      ['many', 0.7],
      ['many', 0.7],
      ['poor', 0.4],
    ],
  );
});

t.test('answers of a single provider keep their order', async (t) => {
  const answers: [string, number][] = [0.9, 0.8, 0.7, 0.6, 0.5].map((score) => ['many', score]);
  t.same(mixed(answers), answers);
});

t.test('a host of the same domain, with a port or a dot at its end, belongs to the same provider', async (t) => {
  const forms = ['many.example', 'api.many.example.', 'many.example:8443', 'other.example'];
  const answers = forms.map((host, i) => {
    const { service } = entry(1, { name: host });
    const json = JSON.stringify({ ...service, endpoint: `https://${host}/` });
    return { service: json, score: 0.9 - i / 100, matches: [], isLast: false };
  });
  const last = mixProviders(answers).at(-1);
  t.equal(JSON.parse(last?.service ?? '{}').endpoint, 'https://many.example:8443/');
});

t.test('of answers that are about equally good the trusted one comes first', async (t) => {
  t.strictSame(
    ordered([
      [0, 0.8],
      [90, 0.79],
      [50, 0.7],
    ]),
    [
      [90, 0.79],
      [0, 0.79],
      [50, 0.7],
    ],
  );
});

t.test('a clearly better answer stays first, however little it is trusted', async (t) => {
  t.strictSame(
    ordered([
      [0, 0.8],
      [100, 0.77],
    ]),
    [
      [0, 0.8],
      [100, 0.77],
    ],
  );
});

t.test('equally good and equally trusted answers keep their order, and demoted ones stay last', async (t) => {
  t.strictSame(
    ordered([
      [7, 0.5],
      [7, 0.5],
    ]),
    [
      [7, 0.5],
      [7, 0.5],
    ],
  );
  t.strictSame(
    ordered([
      [0, 0.5],
      [100, 0.6, true],
    ]),
    [
      [0, 0.5],
      [100, 0.5],
    ],
  );
});

t.test('answers change places within a block only, so that pages do not depend on their length', async (t) => {
  const many = Array.from({ length: trustBlock + 1 }, (_, i): [number, number] => [i === trustBlock ? 100 : 0, 0.5]);
  t.equal(ordered(many).at(-1)?.[0], 100);
  t.equal(ordered(many.slice(1))[0]?.[0], 100);
});

t.test(
  'a service whose description repeats its name or another one of its host comes last of equally good ones',
  async (t) => {
    const names = (answers: { name: string; description: string }[]) =>
      preferTrusted(
        answers.map((texts) => ({
          service: JSON.stringify({ ...entry(1, { name: 'One' }).service, ...texts }),
          score: 0.5,
          matches: [],
          isLast: false,
        })),
      ).map(({ service }) => JSON.parse(service).name);
    t.strictSame(
      names([
        { name: 'first', description: 'All our tools.' },
        { name: 'second', description: 'All our tools.' },
        { name: 'third', description: 'Third!' },
        { name: 'fourth', description: 'Its own text.' },
      ]),
      ['first', 'fourth', 'second', 'third'],
    );
  },
);

t.test('the documents give the formula of the probability that the code has', async (t) => {
  const text = await readFile(new URL('../../../docs/ranking.md', import.meta.url), 'utf8');
  const [, constant, ofScore, ofLead] = (/exp\(([\d.]+) − ([\d.]+) · score − ([\d.]+) · lead\)/.exec(text) ?? []).map(
    Number,
  );
  for (const [first = 0, next = 0] of [
    [0.6, 0.5],
    [0.4, 0.39],
    [0.8, 0.3],
  ]) {
    const described = 1 / (1 + Math.exp((constant ?? 0) - (ofScore ?? 0) * first - (ofLead ?? 0) * (first - next)));
    t.equal(probabilityOf(scores(first, next)), Math.round(1_000 * described) / 1_000);
  }
});
