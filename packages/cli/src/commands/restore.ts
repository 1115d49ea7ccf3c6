import { setTimeout as delay } from 'node:timers/promises';
import { countOtherProcesses, type Database } from '@shirube/catalog';
import { checkBackup, restoreCatalog } from '@shirube/exchange';
import { defineCommand, type Outcome } from '../defineCommand.js';
import { CommandError } from '../program.js';
import { withUnmigratedCatalog } from '../stack/openCatalog.js';
import { openInput } from '../stack/openInput.js';
import { stopOnSignal } from '../stopOnSignal.js';
import { count } from '../terminal/format.js';
import { startProgress } from '../terminal/progress.js';

/** The connections of a process that has just exited take a moment to close. */
const patienceMilliseconds = 5_000;

/** Other processes would continue with the state that they have in memory. */
async function requireStopped(database: Database): Promise<void> {
  const deadline = Date.now() + patienceMilliseconds;
  while ((await countOtherProcesses(database)) > 0) {
    if (Date.now() > deadline)
      throw new CommandError('Shirube is still running on this catalog. Stop it before you restore.');
    await delay(100);
  }
}

export const restore = defineCommand({
  path: 'restore',
  summary: 'restore a backup',
  notes: `Stop Shirube first. The restore is one transaction: an interruption or a damaged file leaves everything as it was. A
backup of an earlier version is migrated, and one of a later version is refused. Followers continue from where they were
at the time of the backup. The search index is rebuilt when Shirube starts.`,
  examples: ['shirube restore shirube.backup', 'shirube restore shirube.backup --check'],
  form: (command) =>
    command
      .argument('<FILE>', 'a file that `shirube backup` has written; - reads standard input')
      .option('--check', 'only read the file, and say whether it is complete')
      .option('--replace', 'replace an existing catalog, which is lost'),
  async run(file, { check, replace = false, json = false }): Promise<Outcome> {
    const stop = stopOnSignal();
    // A file can be read twice, so it is verified before anything is changed. Standard input cannot.
    const found = file === '-' && !check ? undefined : await checkBackup((await openInput(file, stop.signal)).chunks);
    if (check && found)
      return { data: found, text: `${file} is complete: made ${found.madeAt} by Shirube ${found.madeBy}.` };
    const { chunks, size } = await openInput(file, stop.signal);
    const progress = startProgress('rows', { quiet: json });
    let read = 0;
    async function* counted() {
      for await (const chunk of chunks) {
        read += chunk.length;
        yield chunk;
      }
    }
    try {
      const restored = await withUnmigratedCatalog(
        async (database) => {
          await requireStopped(database);
          const onProgress = (rows: number) => progress.advance(rows, size ? read / size : undefined);
          return restoreCatalog(database, counted(), { replace, onProgress });
        },
        { create: true },
      );
      const text = `Restored ${count(restored.rows)} rows of ${restored.madeAt}. The search index is rebuilt when Shirube starts.`;
      return { data: restored, text };
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      return { data: {}, text: 'Stopped: nothing was restored.', exitCode: stop.exitCode() };
    } finally {
      progress.end();
      stop.release();
    }
  },
});
