import { redisUrl, testDatabaseUrl, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import { v7 as newId } from 'uuid';
import { createEnqueuer, type QueueOptions } from '../dist/index.js';
import { createWakeUps } from '../dist/queue/wakeUps.js';
import { recordingLog } from './recordingLog.js';

type Backend = (t: Test) => Promise<{ redisUrl: string | undefined; databaseUrl: string } | undefined>;

const postgres: Backend = async (t) => ({ redisUrl: undefined, databaseUrl: await testDatabaseUrl(t) });
const redis: Backend = async (t) => {
  const url = await redisUrl(t);
  return url === undefined ? undefined : { redisUrl: url, databaseUrl: 'postgres://127.0.0.1:1/unused' };
};

const newIds = (count: number) => Array.from({ length: count }, () => newId());

for (const [name, backend] of Object.entries({ postgres, redis })) {
  t.test(`the queue on ${name}`, async (t) => {
    const connection = await backend(t);
    if (!connection) return;
    let queues = 0;
    const options = (): QueueOptions & { lines: string[] } => {
      const { log, lines } = recordingLog();
      return { ...connection, log, lines, name: `test-${process.pid}-${queues++}` };
    };

    t.test('the queue wakes its listener, and keeps no job that was heard', async (t) => {
      const queue = options();
      let wakes = 0;
      const wakeUps = createWakeUps({ ...queue, node: 'main', onWake: () => wakes++ });
      const enqueuer = createEnqueuer(queue);
      enqueuer.enqueue(newIds(3));
      await until(() => wakes === 3, { message: 'nobody was woken' });
      const noneLeft = async () => {
        const { waiting, active, delayed } = await enqueuer.counts();
        return waiting + active + delayed === 0;
      };
      await until(noneLeft, { message: 'finished jobs stay in the queue' });
      await enqueuer.close();
      await wakeUps.close();
      t.same(queue.lines, [], 'and says nothing');
    });

    t.test('the queue announces 1,500 services at once by a few of them', async (t) => {
      const queue = options();
      const ids = newIds(1_500);
      const enqueuer = createEnqueuer(queue);
      enqueuer.enqueue(ids);
      await until(async () => (await enqueuer.counts()).waiting > 0, { message: 'no job waits' });
      await enqueuer.close();
      const other = createEnqueuer(queue);
      const { waiting } = await other.counts();
      t.ok(waiting <= 5, `${waiting} jobs`);
      await other.close();
    });

    t.test('the queue coalesces the waiting jobs of one service', async (t) => {
      const queue = options();
      const [id, last] = newIds(2) as [string, string];
      const enqueuer = createEnqueuer(queue);
      for (let turn = 1; turn <= 3; turn++) {
        enqueuer.enqueue(id);
        await until(async () => (await enqueuer.counts()).waiting === 1, { message: 'no job waits' });
      }
      enqueuer.enqueue(last);
      await enqueuer.close();
      let wakes = 0;
      const wakeUps = createWakeUps({ ...queue, node: 'main', onWake: () => wakes++ });
      await until(() => wakes >= 2, { message: 'the last job did not come' });
      t.equal(wakes, 2);
      await wakeUps.close();
    });

    t.test('closing the queue sends the job that was just announced', async (t) => {
      const queue = options();
      const enqueuer = createEnqueuer(queue);
      enqueuer.enqueue(newId());
      await enqueuer.close();
      const other = createEnqueuer(queue);
      t.match(await other.counts(), { waiting: 1, active: 0 }, 'it waits for whoever listens next');
      await other.close();
    });
  });
}
