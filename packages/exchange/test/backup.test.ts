import { gzipSync } from 'node:zlib';
import { relativeCost } from '@shirube/testing';
import t from 'tap';
import { frameWriter } from '../dist/backup/archive.js';
import { checkBackup } from '../dist/index.js';

const head = {
  format: 'shirube-backup',
  version: 1,
  madeAt: '2026-01-15T09:30:00.000Z',
  madeBy: '0.2.0',
  migrations: [],
  log: { settled: '1', next: '2' },
  tables: [{ name: 'services', columns: ['id'] }],
};

async function* chunksOf(bytes: Buffer) {
  yield bytes;
}

/** A whole backup with this head, whose only table has one row of so many bytes. */
function backup(changes: object, rowBytes = 10): Buffer {
  const { frame, digest } = frameWriter();
  const frames = [frame(Buffer.from(JSON.stringify({ ...head, ...changes })))];
  frames.push(frame(Buffer.alloc(rowBytes)), frame(Buffer.alloc(0)));
  frames.push(frame(digest()));
  return gzipSync(Buffer.concat(frames));
}

const check = (bytes: Buffer) => checkBackup(chunksOf(bytes));

t.test('a backup whose head is damaged is refused with what is wrong', async (t) => {
  t.match(await check(backup({})), { madeBy: '0.2.0' });
  await t.rejects(check(backup({ tables: undefined })), /The head of the backup is damaged: tables is required/);
  await t.rejects(check(backup({ tables: [{ name: 'services' }] })), /tables\.0\.columns is required/);
  await t.rejects(check(backup({ log: { settled: '1' } })), /log\.next is required/);
  await t.rejects(check(backup({ migrations: 'all' })), /migrations must be/);
  await t.rejects(check(backup({ version: 2 })), /A newer version of Shirube/);
});

t.test('the time to check a backup grows with its size, however long its frames are', async (t) => {
  const [small, large] = [backup({}, 4 * 1024 * 1024), backup({}, 32 * 1024 * 1024)];
  const cost = await relativeCost(
    () => check(large),
    () => check(small),
    20,
  );
  t.ok(cost < 20, `eight times the size costs ${cost.toFixed(1)} times as much, not 64 times`);
});

t.test('a frame that says it is longer than any is refused before it is read', async (t) => {
  const { frame } = frameWriter();
  const start = Buffer.concat([frame(Buffer.from(JSON.stringify(head))), Buffer.alloc(4, 0xff)]);
  const bytes = gzipSync(Buffer.concat([start, Buffer.alloc(16 * 1024 * 1024)]));
  let isReadToTheEnd = false;
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
    isReadToTheEnd = true;
  }
  await t.rejects(checkBackup(chunks()), /The backup is damaged/);
  t.notOk(isReadToTheEnd);
});

t.test('a backup with data after its end is refused', async (t) => {
  const { frame, digest } = frameWriter();
  const frames = [frame(Buffer.from(JSON.stringify(head))), frame(Buffer.alloc(0))];
  frames.push(frame(digest()), Buffer.from('mo'));
  await t.rejects(check(gzipSync(Buffer.concat(frames))), /The backup is damaged/);
});
