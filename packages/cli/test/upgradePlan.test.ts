import { migrate, type SearchNode } from '@shirube/catalog';
import t from 'tap';
import { type Engine, upgradeStep } from '../dist/nodes/upgradeStep.js';
import { emptyCatalog } from './emptyCatalog.js';
import { shirube } from './shirube.js';

const node = (name: string, changes: Partial<SearchNode> = {}): SearchNode => ({
  ...{ name, state: 'serving', inRotation: true, lagSeconds: 0, joinedAt: '', seenAt: '', unseenSeconds: 0 },
  ...{ pending: 0, setAside: 0, rebuilt: null },
  ...changes,
});
const engine = (name: string | undefined, version?: string): Engine => ({ url: `http://${name}`, version, node: name });
const out = { inRotation: false };
const draining = { state: 'draining', ...out } as const;

t.test('each state of an upgrade has one next step', async (t) => {
  const cases: [string, Engine[], SearchNode[], string][] = [
    ['one node alone', [engine('a', '1')], [node('a')], 'second'],
    ['both old', [engine('a', '1'), engine('b', '1')], [node('a'), node('b')], 'drain b'],
    ['one drained', [engine('a', '1'), engine('b', '1')], [node('a'), node('b', draining)], 'replace b'],
    ['one stopped', [engine('a', '1'), engine(undefined)], [node('a'), node('b', draining)], 'start b'],
    ['one empty', [engine('a', '1'), engine(undefined, '2')], [node('a'), node('b', draining)], 'keys b'],
    [
      'one being filled',
      [engine('a', '1'), engine(undefined, '2')],
      [node('a'), node('b', { ...draining, rebuilt: 0.5 })],
      'wait b',
    ],
    ['one filled', [engine('a', '1'), engine('b', '2')], [node('a'), node('b', draining)], 'return b'],
    [
      'one catching up',
      [engine('a', '1'), engine('b', '2')],
      [node('a'), node('b', { state: 'behind', ...out })],
      'wait b',
    ],
    ['one done', [engine('a', '1'), engine('b', '2')], [node('a'), node('b')], 'drain a'],
    [
      'the other gone',
      [engine('a', '1'), engine('b', '1')],
      [node('a', { state: 'behind', ...out }), node('b')],
      'drain a',
    ],
    ['both done', [engine('a', '2'), engine('b', '2')], [node('a'), node('b')], 'done'],
  ];
  for (const [name, engines, nodes, expected] of cases) {
    const step = upgradeStep(engines, nodes, '2');
    t.equal([step.step, step.node].filter(Boolean).join(' '), expected, name);
  }
});

t.test('without two nodes the plan says what is missing, and exits with 1', async (t) => {
  const { env, database } = await emptyCatalog(t);
  await migrate(database);
  const meilisearch = { MEILI_URL: 'http://127.0.0.1:1,http://127.0.0.1:2', MEILI_MASTER_KEY: 'a-master-key-of-16' };
  const { code, stdout } = await shirube(['nodes', 'upgrade-plan', '--to', 'v1.51.0'], { ...env, ...meilisearch });
  t.equal(code, 1);
  t.match(stdout, /\? {2,}http:\/\/127\.0\.0\.1:1 +no answer/);
  t.match(stdout, 'Next: Two search nodes are needed');
});
