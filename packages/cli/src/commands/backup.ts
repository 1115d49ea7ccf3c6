import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { backupCatalog } from '@shirube/exchange';
import { above, sentenceOf, wholeNumber } from '../commandLine/index.js';
import { defineCommand } from '../defineCommand.js';
import { withUnmigratedCatalog } from '../stack/openCatalog.js';
import { stopOnSignal } from '../stopOnSignal.js';
import { count } from '../terminal/format.js';
import { startProgress } from '../terminal/progress.js';

/** Writes a backup. The file gets its final name only when it is complete. */
function backUp(file: string, quiet: boolean) {
  return withUnmigratedCatalog(async (database) => {
    const progress = startProgress('rows', { quiet });
    const draft = `${file}.${process.pid}.partial`;
    let sha256 = '';
    try {
      const backup = await backupCatalog(database, {
        onProgress: progress.advance,
        onDigest: (digest) => {
          sha256 = digest;
        },
      });
      const output = (await open(draft, 'wx', 0o600)).createWriteStream({ flush: true });
      await pipeline(backup, output);
      await rename(draft, file);
      const { bytesWritten: bytes } = output;
      return { data: { file, bytes, sha256 }, text: `Wrote ${file} (${count(bytes)} bytes, SHA-256 ${sha256}).` };
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    } finally {
      progress.end();
    }
  });
}

/** Writes a backup into a folder at an interval until stopped, and keeps the latest ones. */
async function backUpEvery(folder: string, hours: number, most: number): Promise<undefined> {
  const stop = stopOnSignal();
  while (!stop.signal.aborted) {
    const file = join(folder, `shirube-${new Date().toISOString().replaceAll(':', '')}.backup`);
    const message = await backUp(file, true).then(({ text }) => text, sentenceOf);
    process.stdout.write(`${message}\n`);
    const backups = (await readdir(folder)).filter((name) => /^shirube-.*\.backup$/.test(name)).sort();
    for (const name of backups.slice(0, Math.max(0, backups.length - most))) await rm(join(folder, name));
    await delay(hours * 3_600_000, undefined, { signal: stop.signal }).catch(() => {});
  }
  stop.release();
  return undefined;
}

export const backup = defineCommand({
  path: 'backup',
  summary: 'write the whole catalog to one file',
  notes: `Contains services, accounts, keys, history, settlements, webhooks and the cursors of all followers, from one snapshot,
compressed, with a SHA-256 at the end. Shirube may run at the same time. The file has secrets that only the operator may
see: digests of keys, secrets of webhooks. It does not have the search index, which is rebuilt from the catalog.`,
  examples: ['shirube backup shirube.backup', 'shirube backup /backups --every 24 --keep 14'],
  form: (command) =>
    command
      .argument('<FILE>', 'where to write; with --every a folder')
      .option('--every <HOURS>', 'write a backup at this interval, until stopped', above(0))
      .option('--keep <COUNT>', 'with --every, how many backups to keep', wholeNumber(1, 10_000), 14),
  run: (file, { json = false, every, keep }) => (every ? backUpEvery(file, every, keep) : backUp(file, json)),
});
