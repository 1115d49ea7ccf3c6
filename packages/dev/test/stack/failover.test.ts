import { openDatabase } from '@shirube/catalog';
import {
  directoryClient,
  registration,
  replicatedPostgres,
  startDirectory,
  switchableAddress,
  until,
} from '@shirube/testing';
import t from 'tap';

t.test('when the primary dies and its replica takes over, no confirmed write is lost, and reads go on', async (t) => {
  const { primaryUrl, replicaUrl, killPrimary } = await replicatedPostgres(t);
  const ask = async (url: string, ...statements: string[]) => {
    const database = openDatabase(url, { max: 1 });
    try {
      for (const statement of statements) await database.query(statement);
    } finally {
      await database.end();
    }
  };
  const following = () =>
    ask(primaryUrl, "select 1 / count(*) from pg_stat_replication where state = 'streaming'").then(() => true);
  await until(following, { message: 'the replica does not follow' });
  // Synchronous replication: a write is confirmed once both have it.
  await ask(primaryUrl, "alter system set synchronous_standby_names = 'replica'", 'select pg_reload_conf()');

  // Stands for what follows the primary in production: a host name, an address, or a proxy.
  const address = await switchableAddress(t, primaryUrl);
  await address.on();
  const { url, apiKey } = await startDirectory(t, {
    DATABASE_URL: address.url,
    DATABASE_READ_URL: replicaUrl,
    // The default: how long a write waits for a primary.
    CATALOG_DEADLINE_MS: '4000',
  });
  const client = directoryClient(url, apiKey);
  const first = await client.post(registration({ name: 'Before' }));
  t.equal(first.status, 201);

  const confirmed: string[] = [];
  const [refused, unread]: [number[], number[]] = [[], []];
  let reads = 0;
  let stopped = false;
  const writing = async () => {
    while (!stopped) {
      const number = confirmed.length + refused.length;
      const endpoint = `https://api.example.com/failover/${number}/${Math.random()}`;
      const { status, body } = await client.post(registration({ name: `Failover ${number}`, endpoint }));
      if (status === 201) confirmed.push(body.id);
      else refused.push(status);
    }
  };
  const readFirst = () => client.get(`/api/services/${first.body.id}`, { 'cache-control': 'no-cache' });
  await until(async () => (await readFirst()).status === 200, { message: 'the replica does not have it' });
  const reading = async () => {
    while (!stopped) {
      const { status } = await readFirst();
      reads += 1;
      if (status !== 200) unread.push(status);
    }
  };
  const working = [writing(), writing(), reading()];
  await until(() => confirmed.length >= 30, { message: 'nothing is confirmed' });

  const [before, died] = [confirmed.length, performance.now()];
  await killPrimary();
  await address.off();
  await until(() => refused.length >= 4, { message: 'writes are not refused without a primary' });
  const promoted = performance.now();
  await ask(replicaUrl, 'select pg_promote()');
  await address.on(replicaUrl);
  const after = confirmed.length;
  await until(() => confirmed.length > after, { message: 'writes are not taken again' });
  const back = performance.now();
  await until(() => confirmed.length >= after + 30, { message: 'writes do not go on' });
  stopped = true;
  await Promise.all(working);

  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  t.comment(`${before} confirmed before, ${confirmed.length - before} later; ${refused.length} refused`);
  t.comment(`no primary for ${seconds(promoted - died)} s; writes ${seconds(back - promoted)} s after the promotion`);
  // 504: the write was in flight when the primary died, and may be stored.
  const others = refused.filter((status) => status !== 503 && status !== 504);
  t.strictSame(others, [], 'who writes meanwhile is told to try again');
  t.ok(reads > 0);
  t.strictSame(unread, [], `all of ${reads} reads from the replica are answered`);
  const lost: string[] = [];
  for (const id of confirmed) if ((await client.get(`/api/services/${id}`)).status !== 200) lost.push(id);
  t.strictSame(lost, [], 'what was confirmed is there');
  const total = async () => (await client.keyword('failover')).total;
  await until(async () => (await total()) >= confirmed.length, { message: 'not all is searchable' });
});
