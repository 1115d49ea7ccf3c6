import { reasonOf } from '@shirube/contracts';
import { readSettings, requireSetting, withoutSecrets } from '@shirube/service-kit/settings';
import { defineCommand } from '../defineCommand.js';
import { CommandError } from '../program.js';
import { facts } from '../terminal/format.js';

export const engineKeys = defineCommand({
  path: 'engine keys',
  summary: 'create the Meilisearch keys of the services',
  notes: `Uses the Meilisearch of MEILI_URL, with its master key MEILI_MASTER_KEY. The reader's key is the MEILI_API_KEY of read
APIs, and the indexer's key that of indexers. Each has only the rights that its service needs. The same master key always
gives the same keys, so you can run this again at any time. Run it again after Meilisearch has lost its data.`,
  form: (command) => command.option('--quiet', 'do not print the keys'),
  async run({ quiet }) {
    const settings = readSettings();
    const url = requireSetting(settings, 'MEILI_URL');
    const masterKey = requireSetting(settings, 'MEILI_MASTER_KEY');
    const { createMeilisearchKeys } = await import('@shirube/search');
    const keys = await createMeilisearchKeys({ url, masterKey }).catch((error: unknown) => {
      throw new CommandError(
        `Meilisearch at ${withoutSecrets(url)} cannot be used: ${reasonOf(error).replace(/\.$/, '')}.`,
      );
    });
    if (quiet) return { data: {}, text: 'The keys of reader and indexer are in place.' };
    return {
      data: keys,
      text: facts([
        ['reader', keys.reader],
        ['indexer', keys.indexer],
      ]),
    };
  },
});
