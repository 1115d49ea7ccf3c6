import { operatorAccount } from '@shirube/catalog';
import t from 'tap';
import { type CheckedHost, createSelfOutage, pickOthers } from '../dist/monitor/selfOutage.js';

/** Hosts of the operator, who is not involved in the failures. */
const of = (...names: string[]): CheckedHost[] =>
  names.map((name) => ({ host: `${name}.example`, accountId: operatorAccount }));
const [a, b, c, d, e, gone] = of('a', 'b', 'c', 'd', 'e', 'gone') as [
  CheckedHost,
  CheckedHost,
  CheckedHost,
  CheckedHost,
  CheckedHost,
  CheckedHost,
];

function watching() {
  let time = 0;
  let outages = 0;
  const selfOutage = createSelfOutage({
    now: () => time,
    onOffline: () => {
      outages += 1;
    },
  });
  const note = (failed: boolean, ...hosts: CheckedHost[]) => {
    for (const host of hosts) selfOutage.note(host, failed);
  };
  const pass = (seconds: number) => {
    time += seconds * 1000;
  };
  return { selfOutage, note, pass, now: () => time, outages: () => outages };
}

t.test('one host that fails among others that answer is itself at fault', async (t) => {
  const { selfOutage, note } = watching();
  note(true, gone);
  t.equal(selfOutage.judgeFailure(gone, 0), 'unsure');
  note(false, a, b);
  t.equal(selfOutage.judgeFailure(gone, 0), 'unsure', 'two are too few');
  note(false, c);
  t.equal(selfOutage.judgeFailure(gone, 0), 'online');
  t.equal(selfOutage.offlineSince(), undefined);
});

t.test('when most fail at once the monitor is offline, says so once, and is online again with them', async (t) => {
  const { selfOutage, note, pass, now, outages } = watching();
  note(false, a, b, c, d);
  pass(60);
  const began = now();
  note(true, a, b, c, d);
  t.equal(selfOutage.judgeFailure(a, began), 'offline', 'what was well a minute ago says nothing of now');
  t.equal(selfOutage.judgeFailure(b, began), 'offline');
  t.equal(outages(), 1);
  note(false, a);
  t.equal(selfOutage.answered(), false, 'one is not most');
  note(false, b);
  t.equal(selfOutage.answered(), true);
  t.equal(selfOutage.offlineSince(), undefined);
});

t.test('who answers after an hour shows that the others are gone', async (t) => {
  const { selfOutage, note, pass, now } = watching();
  note(true, a, b, c, d);
  selfOutage.judgeFailure(a, 0);
  pass(3601);
  const began = now();
  note(true, a, b, c, d);
  note(false, e);
  t.equal(selfOutage.answered(), true);
  t.equal(selfOutage.judgeFailure(a, began), 'online', 'and they are judged');
});

t.test('a canary that answers ends an outage', async (t) => {
  const { selfOutage, note } = watching();
  note(true, a, b, c, d);
  t.equal(selfOutage.judgeFailure(a, 0), 'offline');
  t.equal(selfOutage.answered(true), true);
});

t.test('any number of hosts of one account, or of one platform, are one party', async (t) => {
  const { selfOutage, note } = watching();
  const attacker = Array.from({ length: 8 }, (_, i) => ({ host: `x${i}.example`, accountId: 'attacker' }));
  const platform = Array.from({ length: 8 }, (_, i) => ({
    host: `x${i}.vercel.app`,
    accountId: `account ${i}`,
  }));
  note(true, ...attacker, ...platform);
  for (const failed of [...attacker, ...platform, a]) {
    t.equal(selfOutage.judgeFailure(failed, 0), 'unsure', failed.host);
  }
  note(false, b, c, d);
  for (const failed of [...attacker, ...platform, a]) {
    t.equal(selfOutage.judgeFailure(failed, 0), 'online', failed.host);
  }
  const honest = ['one', 'two', 'three'].map((name) => ({ host: `${name}.example`, accountId: name }));
  t.same(
    pickOthers([...attacker, ...platform, ...honest], attacker[0] ?? a),
    [platform[0], honest[0], honest[1]],
    'and others are asked',
  );
});
