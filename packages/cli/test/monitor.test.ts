import { findService, migrate, registerService, scheduleChecks, skipToEnd } from '@shirube/catalog';
import { registration } from '@shirube/testing';
import { reportMonitor } from '@shirube/trust';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { shirube, shirubeJson } from './shirube.js';

t.test('monitor', async (t) => {
  const { env, database } = await emptyCatalog(t);
  await migrate(database);
  const result = await registerService(database, registration());
  if (result.outcome !== 'created') throw new Error(result.outcome);
  const { id } = result.service;
  // Schedules checks as a monitor does that follows the log.
  await scheduleChecks(database);

  t.test('status says who looks, and how late', async (t) => {
    const { code, stdout } = await shirube(['monitor', 'status'], env);
    t.equal(code, 0);
    t.match(stdout, /monitors +none is running/);
    t.match(stdout, /due +1 service, the oldest for/);
    t.match(await shirubeJson(['monitor', 'status'], env), {
      services: 1,
      hosts: 1,
      monitors: [],
      pausedAt: null,
    });
  });

  t.test('check says why there is none', async (t) => {
    const check = () => shirube(['monitor', 'check', id], env);
    t.match(await check(), { code: 1, stderr: /No monitor is running/ });
    const monitor = { id, name: 'here', intervalSeconds: 21_600, offlineSince: undefined };
    await reportMonitor(database, monitor);
    await database.query("update monitors set seen_at = now() + interval '1 hour'");
    t.match(await shirubeJson(['monitor', 'pause'], env), { paused: true, changed: true });
    t.match(await shirubeJson(['monitor', 'pause'], env), { changed: false });
    t.match(await check(), { code: 1, stderr: /paused/ });
    t.match(await shirubeJson(['monitor', 'resume'], env), { paused: false, changed: true });
    await reportMonitor(database, { ...monitor, offlineSince: new Date() });
    await database.query("update monitors set seen_at = now() + interval '1 hour'");
    t.match(await check(), { code: 1, stderr: /offline itself/ });
    t.match(await shirube(['monitor', 'check', 'nobody'], env), { code: 1 });
  });

  t.test('the doctor says whether anybody looks, sees, and is in time', async (t) => {
    const doctor = (more = {}) => shirube(['doctor'], { ...env, MONITOR: 'on', ...more });
    const report = (offlineSince?: Date) =>
      reportMonitor(database, { id, name: 'here', intervalSeconds: 21_600, offlineSince }).then(() =>
        database.query("update monitors set seen_at = now() + interval '1 hour'"),
      );
    await database.query('delete from monitors');
    await skipToEnd(database);
    t.match(await doctor(), { stdout: /ok +monitor +none is running; 1 service due/ });

    await database.query("update monitoring set due_at = now() - interval '5 minutes'");
    t.match(await doctor(), {
      code: 2,
      stdout: /FAULT +monitor +none is running; 1 service due, the oldest for 5 min\n(.*\n)*monitor: Start the monitor/,
    });
    t.match(await doctor({ MONITOR: 'off' }), { stdout: /ok +monitor +switched off by MONITOR/ });

    await report();
    t.match(await doctor(), { stdout: /ok +monitor +1 monitor; 1 service watched; 1 service due/ });
    await database.query("update monitoring set due_at = now() - interval '5 hours', failing_since = now()");
    t.match(await doctor(), {
      code: 1,
      stdout: /warning +monitor +.*the oldest for 5 h; 1 host fails \(api\.example\.com\)/,
    });

    await registerService(database, registration({ endpoint: 'https://other.example.com/' }));
    await scheduleChecks(database);
    t.match(await doctor(), { stdout: /1 host fails \(api\.example\.com\)/ });
    await database.query('update monitoring set failing_since = now()');
    t.match(await doctor(), {
      code: 2,
      stdout: /FAULT +monitor +.*; all 2 hosts fail\n(.*\n)*monitor: Not every provider/,
    });
    await database.query("delete from monitoring where host = 'other.example.com'");

    await shirube(['monitor', 'pause'], env);
    t.match(await doctor(), {
      code: 1,
      stdout: /warning +monitor +paused since .*\n(.*\n)*.*monitor resume/,
    });
    await shirube(['monitor', 'resume'], env);

    await report(new Date());
    t.match(await doctor(), { code: 2, stdout: /FAULT +monitor +here has been offline since/ });
    const { findings } = JSON.parse((await shirube(['doctor', '--json'], env)).stdout);
    t.match(findings.at(-1), { part: 'monitor', state: 'fault', advice: /MONITOR_DNS_SERVERS/ });
  });

  t.test('release lets checks decide again', async (t) => {
    await shirube(['services', 'set', id, '--status', 'verified'], env);
    const held = async () => (await database.query('select status_held from monitoring')).rows[0];
    t.match(await held(), { status_held: true });
    t.equal((await shirube(['services', 'release', id], env)).code, 0);
    t.match(await held(), { status_held: false });
    t.match(await findService(database, id), { status: 'verified' }, 'until the next check');
  });
});
