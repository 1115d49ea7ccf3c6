import { ownPostgres, startRedis, switchableAddress, testDatabaseUrl, until } from '@shirube/testing';
import pg from 'pg';
import t from 'tap';
import { v7 as newId } from 'uuid';
import { createEnqueuer, type QueueOptions } from '../../dist/index.js';
import { openPostgresPool } from '../../dist/queue/postgresPool.js';
import { createWakeUps } from '../../dist/queue/wakeUps.js';
import { recordingLog } from '../recordingLog.js';
import { endingConnections } from './endingConnections.js';
import { halfARedis } from './halfARedis.js';

const nobody = '127.0.0.1:1';

/** Uses the queue from both ends. `announced` adds a job and says whether the worker has heard of any. */
function useQueue(options: Pick<QueueOptions, 'databaseUrl'>) {
  const { log, lines } = recordingLog();
  let wakes = 0;
  const worker = createWakeUps({ ...options, log, node: 'main', onWake: () => void wakes++ });
  const enqueuer = createEnqueuer({ ...options, log });
  return {
    lines,
    enqueuer,
    announced() {
      enqueuer.enqueue(newId());
      return wakes > 0;
    },
    listenAnew() {
      wakes = 0;
    },
    async close() {
      await enqueuer.close();
      await worker.close();
    },
  };
}

t.test('an announcement while the queue is down never throws, and the log says it once', async (t) => {
  const places = {
    Redis: { redisUrl: `redis://${nobody}`, databaseUrl: `postgres://${nobody}/none` },
    Postgres: { databaseUrl: `postgres://${nobody}/none` },
  };
  for (const [name, place] of Object.entries(places)) {
    t.test(name, async (t) => {
      const ids = Array.from({ length: 50_000 }, () => newId());
      const { log, lines } = recordingLog();
      const enqueuer = createEnqueuer({ ...place, log });
      for (let at = 0; at < ids.length; at += 500) enqueuer.enqueue(ids.slice(at, at + 500));
      await t.rejects(enqueuer.counts(), 'counting says that it cannot');
      await until(() => lines.length > 0, { message: 'nothing is said of the outage' });
      await enqueuer.close();
      t.equal(lines.length, 1, 'one line is enough');
      t.match(lines[0], /^the index queue cannot be used: .*ECONNREFUSED 127\.0\.0\.1:1/);
      t.notMatch(lines[0], /\n|at .*\.js/, 'without a stack');
    });
  }
});

t.test('a query of the queue fails while Postgres hangs, and works afterwards', async (t) => {
  const postgres = await ownPostgres(t);
  const pool = openPostgresPool(postgres.url, { max: 2, waitMilliseconds: 60_000, statementMilliseconds: 500 });
  t.teardown(() => pool.end());
  await pool.query('select 1');
  await postgres.freeze();
  await t.rejects(pool.query('select 1'), /Query read timeout/);
  await postgres.thaw();
  t.equal((await pool.query('select 1')).rows.length, 1, 'and is used again afterwards');
});

t.test('a queue on Postgres that is down at the start is used once it is there', async (t) => {
  const address = await switchableAddress(t, await testDatabaseUrl(t));
  const { lines, enqueuer, announced, listenAnew, close } = useQueue({ databaseUrl: address.url });
  enqueuer.enqueue(newId());
  await until(() => lines.length >= 2, { message: 'worker and enqueuer say nothing of the outage' });

  await address.on();
  await until(announced, { message: 'the queue was not used when it came' });

  await address.off();
  await t.rejects(enqueuer.counts());
  await address.on();
  listenAnew();
  await until(announced, { message: 'the queue was not used when it came back' });
  await close();
});

t.test('the queue survives a Postgres that goes away while the queue is being set up in it', async (t) => {
  const databaseUrl = await testDatabaseUrl(t);
  const database = new pg.Client(databaseUrl);
  await database.connect();
  t.teardown(() => database.end());
  // As long as somebody else sets the queue up, its users wait in the middle of doing so.
  const lock = [0x42554c4c, 'bullmq'];
  await database.query('select pg_advisory_lock($1, hashtext($2))', lock);
  const { lines, announced, close } = useQueue({ databaseUrl });
  t.teardown(close);
  const waiting = `from pg_stat_activity where application_name = 'shirube queue'
    and wait_event_type = 'Lock' and datname = current_database()`;
  const bothWait = async () => (await database.query(`select ${waiting}`)).rowCount === 2;
  await until(bothWait, { message: 'nobody sets the queue up' });

  await database.query(`select pg_terminate_backend(pid) ${waiting}`);
  await until(() => lines.length === 2, { message: 'nothing is said of it' });
  for (const line of lines) t.match(line, /^the index queue cannot be used: .*terminat/);
  await database.query('select pg_advisory_unlock($1, hashtext($2))', lock);
  await until(announced, { message: 'the queue was not used afterwards' });
});

t.test('the queue survives a Postgres whose connections end as soon as they are ready', async (t) => {
  const connections = await endingConnections(t, await testDatabaseUrl(t));
  const { lines, enqueuer, announced, listenAnew, close } = useQueue({ databaseUrl: connections.url });
  await until(announced, { message: 'the first job did not come' });

  await connections.endWhenReady();
  const several = () => {
    enqueuer.enqueue(newId());
    return connections.ended() > 4;
  };
  await until(several, { message: 'nobody connects again' });
  t.match(await until(() => lines[0], { message: 'nothing is said of it' }), /^the index queue cannot be used: /);

  connections.spare();
  listenAnew();
  await until(announced, { message: 'the queue was not used afterwards' });
  const isListening = async () => (await connections.names()).includes('index-service');
  await until(isListening, { message: 'the worker does not listen for jobs again' });
  await close();
});

t.test('a connection that has ended by the time it is ready is given to nobody', async (t) => {
  const connections = await endingConnections(t, await testDatabaseUrl(t));
  const pool = openPostgresPool(connections.url, { max: 1, waitMilliseconds: 15_000 });
  t.teardown(() => pool.end());
  pool.on('error', () => {});
  (await pool.connect()).release();
  await connections.endWhenReady();
  await until(() => pool.totalCount === 0, { message: 'the first is kept' });
  for (let i = 0; i < 3; i++) await t.rejects(pool.connect(), /terminat/);
  connections.spare();
  (await pool.connect()).release();
});

t.test('the queue on Redis survives its outages', async (t) => {
  const redis = await startRedis(t);
  if (!redis) return;
  const databaseUrl = `postgres://${nobody}/unused`;

  t.test('a wrong password of Redis is one sentence in the log', async (t) => {
    const { log, lines } = recordingLog();
    const redisUrl = redis.url.replace('redis://', 'redis://somebody:wrong@');
    const worker = createWakeUps({ redisUrl, databaseUrl, log, node: 'main', onWake() {} });
    const enqueuer = createEnqueuer({ redisUrl, databaseUrl, log });
    enqueuer.enqueue(newId());
    await until(() => lines.length === 2, { message: 'worker and enqueuer say nothing of the password' });
    await t.rejects(enqueuer.counts());
    t.equal(lines.length, 2);
    for (const line of lines) {
      t.match(line, /^the index queue cannot be used: WRONGPASS/);
      t.notMatch(line, /wrong@|\n|at .*\.js/);
    }
    await enqueuer.close();
    await worker.close();
  });

  /** Both ends of the queue, through which a first job has come. */
  async function openBothEnds(redisUrl = redis?.url) {
    const { log, lines } = recordingLog();
    const options: QueueOptions = { redisUrl, databaseUrl, log };
    const wakes = { count: 0 };
    const onWake = () => void wakes.count++;
    const worker = createWakeUps({ ...options, node: 'main', onWake });
    const enqueuer = createEnqueuer(options);
    enqueuer.enqueue(newId());
    await until(() => wakes.count > 0, { message: 'the first job did not come' });
    return { worker, enqueuer, wakes, lines };
  }

  t.test('a Redis that is stopped and started again empty is used again by itself', async () => {
    const { worker, enqueuer, wakes, lines } = await openBothEnds();
    await redis.kill();
    for (let turn = 0; turn < 50; turn++) enqueuer.enqueue(newId());
    await until(() => lines.length > 0, { message: 'nothing is said of the outage' });

    await redis.restart();
    const announced = () => {
      const id = newId();
      enqueuer.enqueue(id);
      return wakes.count > 1;
    };
    await until(announced, { message: 'the queue was not used when it came back' });
    await until(() => lines.some((line) => /works again/.test(line)), { message: 'recovery is not told' });
    await enqueuer.close();
    await worker.close();
  });

  t.test('a worker closes while Redis is away', async () => {
    const { worker, enqueuer, lines } = await openBothEnds();
    await redis.kill();
    await until(() => lines.length >= 2, { message: 'the outage was not noticed' });
    await Promise.all([enqueuer.close(), worker.close()]);
  });

  // The connection on which a worker waits for jobs may come back later than the other.
  t.test('a worker that is closed while half of Redis is back leaves nothing open', async (t) => {
    await redis.restart();
    const half = await halfARedis(t, redis.url);
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const { worker, enqueuer } = await openBothEnds(half.url);
    half.refuseNamed();
    await until(() => half.refused() > 0, { message: 'the worker does not come back' });
    await until(() => enqueuer.counts(), { message: 'the other half is not back' });
    await Promise.all([enqueuer.close(), worker.close()]);
    await until(() => timers() <= before, { message: `${timers() - before} timers keep the process alive` });
  });
});
