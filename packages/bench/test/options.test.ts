import t from 'tap';
import { command, readOptions } from '../dist/options.js';

const read = (...args: string[]) => {
  command.configureOutput({ writeErr: () => {} }).parse(args, { from: 'user' });
  return readOptions();
};

t.test('without arguments everything is measured; cases can be named', async (t) => {
  t.match(read(), { names: [], services: 20_000, rounds: 15 });
  t.match(read('list-hot', '--rounds', '3'), { names: ['list-hot'], rounds: 3 });
  t.match(read('--growth'), { services: 200_000 });
});

t.test('what cannot be understood is said in a sentence', async (t) => {
  t.throws(() => read('list-cold'), /'list-cold' is invalid.*list-hot/);
  t.throws(() => read('--rounds', 'many'), /'many' is invalid. It must be a number above 0/);
  t.throws(() => read('--what'), /unknown option '--what'/);
});

t.test('help names every case', async (t) => {
  for (const name of ['list-hot', 'searchable', 'overload']) t.match(command.helpInformation(), name);
});
