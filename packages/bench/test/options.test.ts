import t from 'tap';
import { help, readOptions, UsageError } from '../dist/options.js';

t.test('without arguments everything is measured; cases can be named', async (t) => {
  t.match(readOptions([]), { names: [], services: 20_000, growth: false });
  t.match(readOptions(['list-hot', '--rounds', '3']), { names: ['list-hot'], rounds: 3 });
  t.match(readOptions(['--growth']), { services: 200_000 });
  t.match(readOptions(['--monitor']), { services: 10_000, monitor: true });
});

t.test('what cannot be understood is said in a sentence', async (t) => {
  t.throws(() => readOptions(['list-cold']), new UsageError('There is no case "list-cold".'));
  t.throws(
    () => readOptions(['--rounds', 'many']),
    new UsageError('--rounds takes a number above 0, not "many".'),
  );
  t.throws(() => readOptions(['--what']), UsageError);
});

t.test('help names every case', async (t) => {
  t.equal(readOptions(['--help']), undefined);
  for (const name of ['list-hot', 'searchable', 'overload']) t.match(help(), name);
});
