import type { Registration } from '@shirube/contracts';
import {
  findUnlisted,
  type LeftOut,
  mirrorServices,
  readResources,
  removeUnlisted,
  runMirror,
} from '@shirube/exchange';
import type { Outcome } from '../defineCommand.js';
import { enqueueChanged } from '../stack/enqueueChanged.js';
import type { Catalog } from '../stack/openCatalog.js';
import type { StopRequest } from '../stopOnSignal.js';
import { mirrorSummary } from '../terminal/mirrorSummary.js';
import { plainText } from '../terminal/plainText.js';
import { startProgress } from '../terminal/progress.js';

export interface MirrorOptions {
  /** Whose the services become. */
  accountId: string;
  json: boolean;
}

/** Takes over what a facilitator lists. */
export async function mirrorList(
  catalog: Catalog,
  list: URL,
  { accountId, json, prune }: MirrorOptions & { prune: boolean },
  stop: StopRequest,
): Promise<Outcome> {
  const { database } = catalog;
  const source = list.origin + list.pathname;
  const progress = startProgress('resources', { quiet: json });
  const leftOut: LeftOut[] = [];
  const started = Date.now();
  const store = async (registrations: readonly Registration[]) => {
    const mirrored = await mirrorServices(database, source, registrations, accountId);
    await enqueueChanged(catalog, [...mirrored.added, ...mirrored.changed]);
    return mirrored;
  };
  try {
    const { totals, listed } = await runMirror(readResources(list, stop.signal), {
      store,
      signal: stop.signal,
      onLeftOut: (one) =>
        json ? leftOut.push(one) : progress.note(plainText(`${one.resource || 'an item'}: ${one.detail}`)),
      onProgress: (read, total) => progress.advance(read, total ? read / total : undefined),
    });
    // A list that was not read to its end says nothing of what is missing.
    const unlisted = totals.interrupted ? [] : await findUnlisted(database, source, listed);
    if (prune) {
      await removeUnlisted(database, source, unlisted);
      await enqueueChanged(catalog, unlisted);
    }
    const seconds = (Date.now() - started) / 1000;
    return {
      data: { source, ...totals, unlisted: unlisted.length, pruned: prune, leftOutResources: leftOut },
      text: mirrorSummary(totals, { source, unlisted: unlisted.length, pruned: prune, seconds }),
      exitCode: stop.exitCode(),
    };
  } finally {
    progress.end();
  }
}
