import { findUnlisted, mirrorServices, removeUnlisted } from '@shirube/catalog';
import type { Registration } from '@shirube/contracts';
import { defineCommand, type Outcome } from '../defineCommand.js';
import { mirrorSummary } from '../mirroring/mirrorSummary.js';
import { listAddress, readResources } from '../mirroring/readResources.js';
import { runMirror } from '../mirroring/runMirror.js';
import type { LeftOut } from '../mirroring/toRegistration.js';
import { enqueueChanged } from '../stack/enqueueChanged.js';
import { type Catalog, withCatalog } from '../stack/openCatalog.js';
import { requireAccount } from '../stack/requireAccount.js';
import { stopOnSignal } from '../stopOnSignal.js';
import { plainText } from '../terminal/plainText.js';
import { startProgress } from '../terminal/progress.js';

export const command = defineCommand({
  arguments: [{ name: 'URL', summary: 'an x402 facilitator, or its list (…/discovery/resources)' }],
  options: {
    account: {
      type: 'string',
      value: 'NAME',
      summary: 'whose services they become; the operator unless told',
    },
    prune: { type: 'boolean', summary: 'remove what came from this list and is in it no more' },
  },
  notes: `Registers what an x402 facilitator lists, of either version of the protocol. It is safe to run again, also after
an interruption: what has changed in the list is changed here, nothing is made twice, and a service that was removed here
stays removed. An endpoint that somebody has registered here is left to them. What cannot be taken over is told with its
reason and left out. A resource without tags gets the category "uncategorized", one without a name is called by its
address, and descriptions are cut at 2,000 characters.`,
  examples: [
    'shirube mirror https://facilitator.example',
    'shirube mirror https://facilitator.example/discovery/resources --prune',
  ],
  run({ values, positionals: [address = ''] }) {
    const list = listAddress(address);
    return withCatalog({ create: true }, (catalog) => mirror(catalog, list, values));
  },
});

interface MirrorOptions {
  account?: string | undefined;
  prune?: boolean | undefined;
  json?: boolean | undefined;
}

async function mirror(
  catalog: Catalog,
  list: URL,
  { account, prune = false, json = false }: MirrorOptions,
): Promise<Outcome> {
  const { database } = catalog;
  const source = list.origin + list.pathname;
  const { id: accountId } = await requireAccount(database, account);
  const stop = stopOnSignal();
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
    stop.release();
  }
}
