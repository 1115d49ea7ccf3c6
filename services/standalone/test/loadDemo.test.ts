import { countServices, findStatus, importServices, scheduleChecks } from '@shirube/catalog';
import { demoServices } from '@shirube/evaluate';
import { testCatalog } from '@shirube/testing/catalog';
import { findTrust, readCheckHistory, readMonitorSummary } from '@shirube/trust';
import t from 'tap';
import { loadDemo } from '../src/loadDemo.ts';

t.test('a demo service that has changed since it was loaded is not loaded a second time', async (t) => {
  const database = await testCatalog(t);
  const [first] = demoServices();
  if (!first) throw new Error('the demo catalog is empty');
  const pricing = { ...first.registration.pricing, pricePerRequest: '9' };
  await importServices(database, [{ ...first.registration, pricing }]);
  const loaded = await loadDemo(database, { enqueue: () => {}, onProgress: () => {} });
  t.equal(loaded, demoServices().length - 1);
  t.equal(await countServices(database), demoServices().length);
  t.equal(await loadDemo(database, { enqueue: () => {}, onProgress: () => {} }), 0, 'nor is any other');

  await t.test('demo services have a history, which is marked as simulated', async (t) => {
    const [demo] = demoServices()
      .filter(({ status, check }) => status === 'verified' && check)
      .slice(1);
    const { rows: found } = await database.query<{ id: string }>('select id from services where name = $1', [
      demo?.registration.name,
    ]);
    const { id = '' } = found[0] ?? {};
    for (const [window, least] of [
      ['24h', 3],
      ['7d', 24],
      ['90d', 89],
    ] as const) {
      const history = await readCheckHistory(database, id, window);
      t.match(history, { isSimulated: true }, window);
      t.ok((history?.steps.length ?? 0) >= least, `${history?.steps.length} steps in ${window}`);
    }
    const trust = await findTrust(database, id);
    t.match(trust, { isSimulated: true, isHeld: false });
    t.ok((trust?.trustScore ?? 0) > 70, String(trust?.trustScore));
    const status = await findStatus(database, id);
    t.equal(status?.trustScore, trust?.trustScore);
    t.ok(Math.abs((status?.uptimeScore ?? 0) - (demo?.check?.uptimeScore ?? 0)) < 5);
    const { rows: odd } = await database.query(
      `select name, status, trust_score from services join trust on service_id = id
        where (status = 'inactive' and trust_score > 10)
          or (parts #>> '{reachability,facts,days}')::integer > 30 or (parts #>> '{settlements,facts,days}')::integer > 90`,
    );
    t.strictSame(odd, [], 'what is made up obeys the rules of what is seen');
    t.match(await readMonitorSummary(database), { isSimulated: true });
    // Schedules checks as a monitor does that follows the log.
    await scheduleChecks(database);
    const { rows } = await database.query<{ asked: string; real: string }>(
      `select (select count(*) from monitoring where not simulated) as asked,
        (select count(*) from checks where not simulated) as real`,
    );
    t.strictSame(rows, [{ asked: '1', real: '0' }], 'nobody is asked but the service that was there before');
  });
});

t.test('the same demo catalog has the same trust in every directory', async (t) => {
  const trustOfDemo = async () => {
    const database = await testCatalog(t);
    await loadDemo(database, { enqueue: () => {}, onProgress: () => {} });
    const { rows } = await database.query('select name, trust_score, uptime_score from services order by name');
    return rows;
  };
  // Its past begins at the full hour.
  const hour = () => Math.floor(Date.now() / 3_600_000);
  let loadedIn: number;
  let [one, other]: unknown[] = [];
  do {
    loadedIn = hour();
    [one, other] = [await trustOfDemo(), await trustOfDemo()];
  } while (hour() !== loadedIn);
  t.strictSame(one, other);
});
