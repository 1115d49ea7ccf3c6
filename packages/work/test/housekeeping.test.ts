import { openDatabase } from '@shirube/catalog';
import { recordStatements, until } from '@shirube/testing';
import { importMany, openTransaction, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { startHousekeeping } from '../dist/index.js';
import { recordingLog } from './recordingLog.js';

t.test('housekeeping that fails at one thing does all the others, and repeats none of them at once', async (t) => {
  const database = await testCatalog(t);
  await importMany(database, 2);
  await database.query("update services set name = 'Renamed'");
  await database.query("update changes set at = at - interval '40 days'");
  // The first chore of all waits until its statement times out.
  const blocker = await openTransaction(t, database);
  await blocker.query('lock table idempotency_keys in access exclusive mode');
  const hasty = openDatabase(database.url, { statementMilliseconds: 5_000 });
  t.teardown(() => hasty.end());
  const statements = recordStatements(t, hasty);
  const { log, lines } = recordingLog();
  const housekeeping = startHousekeeping({ database: hasty, log, changesKeptDays: 30 });
  t.teardown(() => housekeeping.close());
  const entries = async () => (await database.query('select from changes')).rowCount;
  await until(async () => (await entries()) === 2, { message: 'the log is not pruned' });
  t.equal(statements.filter((text) => text.includes('idempotency_keys')).length, 1);
  t.match(lines, [/^housekeeping cannot be used: canceling statement due to statement timeout/]);
});
