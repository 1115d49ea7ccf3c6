import { reasonOf } from '@shirube/contracts';
import { readSettings, requireSetting, withoutSecrets } from '@shirube/service-kit/settings';
import { defineCommand } from '../defineCommand.js';
import { CommandError } from '../program.js';
import { facts } from '../terminal/table.js';

export const command = defineCommand({
  path: 'engine keys',
  summary: 'make the keys that the services have in Meilisearch',
  notes: `Meilisearch is that of MEILI_URL, and MEILI_MASTER_KEY is its master key. The reader's key is the MEILI_API_KEY of
read APIs, the indexer's that of indexers; each may do no more than its service needs. The same master key always
gives the same keys, so this can be run again at any time, and must be after Meilisearch has lost its data.`,
  examples: ['shirube engine keys', 'shirube engine keys --json'],
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
