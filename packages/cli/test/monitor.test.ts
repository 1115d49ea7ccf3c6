import { findService, migrate, registerService, reportMonitor } from '@shirube/catalog';
import { registration } from '@shirube/testing';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { shirube, shirubeJson } from './shirube.js';

t.test('monitor', async (t) => {
  const { env, database } = await emptyCatalog(t);
  await migrate(database);
  const result = await registerService(database, registration());
  if (result.outcome !== 'created') throw new Error(result.outcome);
  const { id } = result.service;

  t.test('status says who looks, and how late', async (t) => {
    const { code, stdout } = await shirube(['monitor', 'status'], env);
    t.equal(code, 0);
    t.match(stdout, /monitors +none runs/);
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
    t.match(await check(), { code: 1, stderr: /No monitor runs/ });
    const monitor = { id, name: 'here', intervalSeconds: 21_600, blindSince: undefined };
    await reportMonitor(database, monitor);
    await database.query("update monitors set seen_at = now() + interval '1 hour'");
    t.match(await shirubeJson(['monitor', 'pause'], env), { paused: true, changed: true });
    t.match(await shirubeJson(['monitor', 'pause'], env), { changed: false });
    t.match(await check(), { code: 1, stderr: /paused/ });
    t.match(await shirubeJson(['monitor', 'resume'], env), { paused: false, changed: true });
    await reportMonitor(database, { ...monitor, blindSince: new Date() });
    await database.query("update monitors set seen_at = now() + interval '1 hour'");
    t.match(await check(), { code: 1, stderr: /judges nobody/ });
    t.match(await shirube(['monitor', 'check', 'nobody'], env), { code: 1 });
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
