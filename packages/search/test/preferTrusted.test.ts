import t from 'tap';
import { preferTrusted, trustBlock } from '../dist/intent/preferTrusted.js';
import { entry } from './catalogFixture.js';

const answer = ([trustScore, score, isLast = false]: [number, number, boolean?], i: number) => ({
  service: JSON.stringify({ ...entry(1, { name: 'One' }).service, description: `The text of ${i}.`, trustScore }),
  score,
  matches: [],
  isLast,
});
const ordered = (answers: [number, number, boolean?][]) =>
  preferTrusted(answers.map(answer)).map(({ service, score }) => [JSON.parse(service).trustScore, score]);

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

t.test('what is clearly better stays first, however little it is trusted', async (t) => {
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

t.test('answers alike and equally trusted keep their order, and what comes last stays there', async (t) => {
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

t.test('what repeats the description of its host, or only its name, comes after others as good', async (t) => {
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
});
