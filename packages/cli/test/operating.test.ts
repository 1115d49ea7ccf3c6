import { findService, registerService, scheduleChecks, skipToEnd } from '@shirube/catalog';
import { registration } from '@shirube/testing';
import { reportMonitor } from '@shirube/trust';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { lines } from './registration.js';
import { shirube, shirubeJson } from './shirube.js';

t.test('commands moderate services and resolve reports, and the audit log records them', async (t) => {
  const { env, database } = await emptyCatalog(t);
  await shirubeJson(['import', '-'], env, lines(1, 2));
  const { rows } = await database.query<{ id: string }>('select id from services order by id');
  const id = rows[0]?.id ?? '';
  const actions = async (...args: string[]) => {
    const entries: { action: string }[] = await shirubeJson(['audit', 'list', ...args], env);
    return entries.map(({ action }) => action);
  };

  await t.test('a service is hidden, marked as an impostor and restored, each with a reason', async (t) => {
    const reason = ['--reason', 'Report 42'];
    t.match(await shirube(['services', 'hide', id], env), { code: 2, stderr: /--reason/ });
    t.match(await shirubeJson(['services', 'hide', id, ...reason], env), { moderation: { state: 'hidden' } });
    t.match((await shirube(['services', 'show', id], env)).stdout, /hidden +Report 42/);
    t.match((await shirube(['services', 'moderated'], env)).stdout, new RegExp(`${id} .*hidden .*Report 42`));
    t.match(await shirubeJson(['services', 'impostor', id, ...reason], env), { moderation: { state: 'impostor' } });
    t.notOk('moderation' in (await shirubeJson(['services', 'restore', id, ...reason], env)));
    t.equal((await shirube(['services', 'moderated'], env)).stdout.trim(), 'None.');
    t.strictSame(await actions('--subject', id), ['services restore', 'services impostor', 'services hide']);
    t.match(await shirube(['services', 'hide', 'nobody', ...reason], env), { code: 1, stderr: /There is no service/ });
  });

  await t.test('changes are listed, the latest first, or only those of one kind', async (t) => {
    const changes = await shirubeJson(['changes', 'list', '--service', id], env);
    t.match(changes, [{ type: 'updated' }, { type: 'created', moderation: 'impostor' }, { type: 'deleted' }, {}]);
    t.match((await shirube(['changes', 'list', '--type', 'deleted'], env)).stdout, new RegExp(`hidden +${id}`));
  });

  await t.test(
    'every command that changes something is in the audit log, and one that changes nothing is not',
    async (t) => {
      const { id: key } = await shirubeJson(['keys', 'create', '--name', 'Team'], env);
      await shirube(['keys', 'revoke', key], env);
      await shirube(['keys', 'revoke', key], env);
      await shirube(['accounts', 'create', '--name', 'Others'], env);
      await shirube(['accounts', 'set', 'Others', '--contact', 'a@b.example'], env);
      await shirube(['services', 'assign', id, '--account', 'Others'], env);
      await shirube(['services', 'set', id, '--status', 'verified'], env);
      await shirube(['services', 'release', id], env);
      await shirube(['services', 'edit', id, '--name', 'Another'], env);
      await shirube(['services', 'remove', id], env);
      await shirube(['category', 'label', 'weather', '--label', 'Weather'], env);
      await shirube(['monitor', 'pause'], env);
      await shirube(['monitor', 'pause'], env);
      await shirube(['monitor', 'resume'], env);
      t.strictSame((await actions()).reverse().slice(4), [
        'keys create',
        'keys revoke',
        'accounts create',
        'accounts set',
        'services assign',
        'services set',
        'services release',
        'services edit',
        'services remove',
        'category label',
        'monitor pause',
        'monitor resume',
      ]);
      t.match((await shirube(['audit', 'list', '--limit', '1'], env)).stdout, /command line \(\S+\) +monitor resume/);
    },
  );

  await t.test('log status shows the entries and the followers of the log', async (t) => {
    t.match(await shirubeJson(['log', 'status'], env), {
      entries: Number,
      followers: [{ name: 'monitor' }, { name: 'search:main' }],
    });
    t.match((await shirube(['log', 'status'], env)).stdout, /entries +\d+[\s\S]*search:main/);
  });

  await t.test('a report is listed until it is resolved', async (t) => {
    await database.query(
      `insert into reports (service_id, reason, comment) select id, 'other', 'Odd' from services limit 1`,
    );
    const [report] = await shirubeJson(['reports', 'list'], env);
    t.match(await shirube(['reports', 'resolve', report.id], env), { code: 0 });
    t.match(await shirube(['reports', 'resolve', report.id], env), { code: 1 });
    t.strictSame(await shirubeJson(['reports', 'list'], env), []);
  });
});

t.test('commands show and steer the monitor', async (t) => {
  const { env, database } = await emptyCatalog(t);
  const result = await registerService(database, registration());
  if (result.outcome !== 'created') throw new Error(result.outcome);
  const { id } = result.service;
  // Schedules checks as a monitor does that follows the log.
  await scheduleChecks(database);

  t.test('monitor status shows which monitors run, and how much is due', async (t) => {
    const { code, stdout } = await shirube(['monitor', 'status'], env);
    t.equal(code, 0);
    t.match(stdout, /monitors +none is running/);
    t.match(stdout, /due +1 service, the oldest for/);
    t.match(await shirubeJson(['monitor', 'status'], env), {
      services: 1,
      hosts: 1,
      monitors: { length: 0 },
      pausedAt: null,
    });
  });

  t.test('monitor check says why no check is made', async (t) => {
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

  t.test('the doctor reports whether a monitor runs, is online and keeps up', async (t) => {
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

  t.test('services release gives a status back to the checks', async (t) => {
    await shirube(['services', 'set', id, '--status', 'verified'], env);
    const held = async () => (await database.query('select status_held from monitoring')).rows[0];
    t.match(await held(), { status_held: true });
    t.equal((await shirube(['services', 'release', id], env)).code, 0);
    t.match(await held(), { status_held: false });
    t.match(await findService(database, id), { status: 'verified' }, 'until the next check');
  });
});
