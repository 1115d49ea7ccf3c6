import { redisUrl, testDatabaseUrl, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import { v7 as newId } from 'uuid';
import { createEnqueuer, createIndexWorker, type QueueOptions } from '../dist/index.js';
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

    t.test('brings every announced service to a worker', async (t) => {
      const queue = options();
      const ids = newIds(15);
      const seen = new Set<string>();
      const process = async (id: string) => void seen.add(id);
      const worker = createIndexWorker({ ...queue, concurrency: 100, process });
      const enqueuer = createEnqueuer(queue);
      enqueuer.enqueue(ids);
      await until(() => seen.size === ids.length, { message: 'the jobs did not arrive' });
      t.same(new Set(ids), seen);
      const noneLeft = async () => {
        const { waiting, active, delayed } = await enqueuer.counts();
        return waiting + active + delayed === 0;
      };
      await until(noneLeft, { message: 'finished jobs stay in the queue' });
      await enqueuer.close();
      await worker.close();
      t.same(queue.lines, [], 'and says nothing');
    });

    t.test('announces many that change together by some of them', async (t) => {
      const queue = options();
      const ids = newIds(1_500);
      const enqueuer = createEnqueuer(queue);
      enqueuer.enqueue(ids);
      await until(async () => (await enqueuer.counts()).waiting > 0, { message: 'no job waits' });
      await enqueuer.close();
      const other = createEnqueuer(queue);
      const { waiting } = await other.counts();
      t.ok(waiting <= 20, `${waiting} jobs`);
      await other.close();
    });

    t.test('coalesces the jobs of one service that wait', async (t) => {
      const queue = options();
      const [id, last] = newIds(2) as [string, string];
      const enqueuer = createEnqueuer(queue);
      for (let turn = 1; turn <= 3; turn++) {
        enqueuer.enqueue(id);
        await until(async () => (await enqueuer.counts()).waiting === 1, { message: 'no job waits' });
      }
      enqueuer.enqueue(last);
      await enqueuer.close();
      const seen: string[] = [];
      const process = async (id: string) => void seen.push(id);
      const worker = createIndexWorker({ ...queue, concurrency: 1, process });
      await until(() => seen.includes(last), { message: 'the last job did not come' });
      t.same(seen, [id, last]);
      await worker.close();
    });

    t.test('tries a failed job again, and takes a new job for the service once it is done', async () => {
      const queue = options();
      const id = newId();
      let attempts = 0;
      const process = async () => {
        attempts++;
        if (attempts < 3) throw new Error('the engine is down');
      };
      const worker = createIndexWorker({ ...queue, concurrency: 5, process });
      const enqueuer = createEnqueuer(queue);
      enqueuer.enqueue(id);
      await until(() => attempts === 3, { message: 'the job was not tried again' });
      const announceAgain = () => {
        enqueuer.enqueue(id);
        return attempts > 3;
      };
      await until(announceAgain, { message: 'a done job blocks the next one of its service' });
      await enqueuer.close();
      await worker.close();
    });

    t.test('leaves out a job that names no service', async (t) => {
      const queue = options();
      const id = newId();
      const seen: string[] = [];
      const process = async (id: string) => void seen.push(id);
      const worker = createIndexWorker({ ...queue, concurrency: 1, process });
      const enqueuer = createEnqueuer(queue);
      enqueuer.enqueue(["'; drop table services", id]);
      await until(() => seen.length > 0, { message: 'no job came' });
      t.same(seen, [id]);
      await enqueuer.close();
      await worker.close();
    });

    t.test('closing waits for the jobs under way, and sends what was just announced', async (t) => {
      const queue = options();
      const [started, announced] = newIds(2) as [string, string];
      const finished: string[] = [];
      let begin = () => {};
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      let finish = () => {};
      const gate = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const worker = createIndexWorker({
        ...queue,
        concurrency: 1,
        process: async (id) => {
          begin();
          await gate;
          finished.push(id);
        },
      });
      const enqueuer = createEnqueuer(queue);
      enqueuer.enqueue(started);
      await begun;
      enqueuer.enqueue(announced);
      await enqueuer.close();
      const closing = worker.close();
      finish();
      await closing;
      t.same(finished, [started]);

      const other = createEnqueuer(queue);
      t.match(await other.counts(), { waiting: 1, active: 0 }, 'the announced one waits for the next worker');
      await other.close();
    });
  });
}
