import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { registration, until } from '@shirube/testing';
import t from 'tap';
import { startDirectory } from './http/startDirectory.js';

const program = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));

t.test('the index of the embedded engine is compared with the catalog, and repaired', async (t) => {
  const { directory, client } = await startDirectory(t);
  const { database } = directory;
  const verify = (...options: string[]) =>
    new Promise<{ code: unknown; report: object }>((resolve) => {
      const env = { ...process.env, DATABASE_URL: database.options.connectionString, MEILI_URL: '' };
      execFile(process.execPath, [program, 'index', 'verify', '--json', ...options], { env }, (error, stdout) =>
        resolve({ code: error?.code ?? 0, report: JSON.parse(stdout) }),
      );
    });
  const register = async () => (await client.post(registration(), { prefer: 'wait=20' })).body.id;
  const [stale, removed] = [await register(), await register()];
  t.match(await verify(), { code: 0, report: { engine: 'embedded', checked: 2, missing: [], stale: [], surplus: [] } });

  // Bypasses the log, as nothing else does.
  const connection = await database.connect();
  await connection.query('set session_replication_role = replica');
  await connection.query('update services set revision = revision + 1 where id = $1', [stale]);
  await connection.query('delete from services where id = $1', [removed]);
  connection.release(true);
  const drift = { missing: [], stale: [stale], surplus: [removed] };
  t.match(await verify(), { code: 1, report: drift });
  t.match(await verify('--repair'), { code: 0, report: { ...drift, repaired: true } });
  await until(async () => (await verify()).code === 0, { message: 'it is not repaired' });
  t.equal((await database.query('select from index_verifications')).rowCount, 0, 'nothing is left of the requests');
});
