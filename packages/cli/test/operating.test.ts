import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { lines } from './registration.js';
import { shirube, shirubeJson } from './shirube.js';

t.test('what operators do by commands, and the log of it', async (t) => {
  const { env, database } = await emptyCatalog(t);
  await shirubeJson(['import', '-'], env, lines(1, 2));
  const { rows } = await database.query<{ id: string }>('select id from services order by id');
  const id = rows[0]?.id ?? '';
  const actions = async (...args: string[]) => {
    const entries: { action: string }[] = await shirubeJson(['audit', 'list', ...args], env);
    return entries.map(({ action }) => action);
  };

  await t.test('a service is hidden, marked and restored, each with a reason', async (t) => {
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

  await t.test('changes are shown, the latest first, and those of one kind', async (t) => {
    const changes = await shirubeJson(['changes', 'list', '--service', id], env);
    t.match(changes, [{ type: 'updated' }, { type: 'created', moderation: 'impostor' }, { type: 'deleted' }, {}]);
    t.match((await shirube(['changes', 'list', '--type', 'deleted'], env)).stdout, new RegExp(`hidden +${id}`));
  });

  await t.test('every command that changes something is in the audit log, and what does nothing is not', async (t) => {
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
  });

  await t.test('the log and its followers are shown', async (t) => {
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
