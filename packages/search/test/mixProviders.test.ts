import t from 'tap';
import { mixHosts } from '../dist/intent/mixHosts.js';
import { entry } from './catalogFixture.js';

const answer = (host: string, score: number) => {
  const { service } = entry(1, { name: host });
  const json = JSON.stringify({ ...service, endpoint: `https://${host}.example/${score}` });
  return { service: json, score, matches: [], isLast: false };
};
const mixed = (answers: [host: string, score: number][]) =>
  mixHosts(answers.map(([host, score]) => answer(host, score))).map(({ service, score }) => [
    new URL(JSON.parse(service).endpoint).hostname.replace('.example', ''),
    score,
  ]);

t.test('a fourth answer of a host comes after others that are about as good', async (t) => {
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
      ['many', 0.88],
      ['other', 0.7],
      ['many', 0.7],
      ['poor', 0.4],
    ],
  );
});

t.test('where there is nobody else all answers are of one host, in their order', async (t) => {
  const answers: [string, number][] = [0.9, 0.8, 0.7, 0.6, 0.5].map((score) => ['many', score]);
  t.same(mixed(answers), answers);
});

t.test('a port or another notation does not make another host', async (t) => {
  const forms = ['many.example', 'many.example.', 'many.example:8443', '%6dany.example', 'other.example'];
  const answers = forms.map((host, i) => {
    const { service } = entry(1, { name: host });
    const json = JSON.stringify({ ...service, endpoint: `https://${host}/` });
    return { service: json, score: 0.9 - i / 100, matches: [], isLast: false };
  });
  const last = mixHosts(answers).at(-1);
  t.equal(JSON.parse(last?.service ?? '{}').endpoint, 'https://%6dany.example/');
});
