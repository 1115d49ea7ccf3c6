import t from 'tap';
import { mixProviders } from '../dist/intent/mixProviders.js';
import { entry } from './catalogFixture.js';

const answer = (host: string, score: number) => {
  const { service } = entry(1, { name: host });
  const json = JSON.stringify({ ...service, endpoint: `https://api.${host}.example/${score}` });
  return { service: json, score, matches: [], isLast: false };
};
const mixed = (answers: [host: string, score: number][]) =>
  mixProviders(answers.map(([host, score]) => answer(host, score))).map(({ service, score }) => [
    new URL(JSON.parse(service).endpoint).hostname.split('.').at(-2),
    score,
  ]);

t.test('a third answer of a provider comes after relevant ones of others', async (t) => {
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

t.test('where there is nobody else all answers are of one provider, in their order', async (t) => {
  const answers: [string, number][] = [0.9, 0.8, 0.7, 0.6, 0.5].map((score) => ['many', score]);
  t.same(mixed(answers), answers);
});

t.test('a port, another notation or another host of a domain does not make another provider', async (t) => {
  const forms = ['many.example', 'api.many.example.', 'many.example:8443', 'other.example'];
  const answers = forms.map((host, i) => {
    const { service } = entry(1, { name: host });
    const json = JSON.stringify({ ...service, endpoint: `https://${host}/` });
    return { service: json, score: 0.9 - i / 100, matches: [], isLast: false };
  });
  const last = mixProviders(answers).at(-1);
  t.equal(JSON.parse(last?.service ?? '{}').endpoint, 'https://many.example:8443/');
});
