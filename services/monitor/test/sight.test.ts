import t from 'tap';
import { createSight } from '../dist/sight.js';

function watching() {
  let time = 0;
  let said = 0;
  const sight = createSight({
    now: () => time,
    onBlind: () => {
      said += 1;
    },
  });
  const seen = (failed: boolean, ...hosts: string[]) => {
    for (const host of hosts) sight.note(host, failed);
  };
  const pass = (seconds: number) => {
    time += seconds * 1000;
  };
  return { sight, seen, pass, now: () => time, said: () => said };
}

t.test('one host that fails among others that answer is itself at fault', async (t) => {
  const { sight, seen } = watching();
  seen(true, 'gone');
  t.equal(sight.judgeFailure('gone', 0), 'unsure');
  seen(false, 'a', 'b');
  t.equal(sight.judgeFailure('gone', 0), 'unsure', 'two are no witnesses');
  seen(false, 'c');
  t.equal(sight.judgeFailure('gone', 0), 'sees');
  t.equal(sight.blindSince(), undefined);
});

t.test('when most fail at once the monitor is blind, says so once, and sees again with them', async (t) => {
  const { sight, seen, pass, now, said } = watching();
  seen(false, 'a', 'b', 'c', 'd');
  pass(60);
  const began = now();
  seen(true, 'a', 'b', 'c', 'd');
  t.equal(sight.judgeFailure('a', began), 'blind', 'what was well a minute ago says nothing of now');
  t.equal(sight.judgeFailure('b', began), 'blind');
  t.equal(said(), 1);
  seen(false, 'a');
  t.equal(sight.answered(), false, 'one is not most');
  seen(false, 'b');
  t.equal(sight.answered(), true);
  t.equal(sight.blindSince(), undefined);
});

t.test('who answers after an hour shows that the others are gone', async (t) => {
  const { sight, seen, pass, now } = watching();
  seen(true, 'a', 'b', 'c', 'd');
  sight.judgeFailure('a', 0);
  pass(3601);
  const began = now();
  seen(true, 'a', 'b', 'c', 'd');
  seen(false, 'e');
  t.equal(sight.answered(), true);
  t.equal(sight.judgeFailure('a', began), 'sees', 'and they are judged');
});
