import { openDatabase } from '@shirube/catalog';
import { startIndexer } from '../dist/index.js';
import { connectRemoteEngine } from './remoteEngine.js';
import { silent } from './testDirectory.js';

// An indexer that hangs in the middle of its first batch: it sends half of the documents, and never confirms them.
const { TEST_DATABASE_URL: databaseUrl = '', TEST_ENGINE_URL: engineUrl = '' } = process.env;
const index = connectRemoteEngine(engineUrl);
await startIndexer({
  databaseUrl,
  database: openDatabase(databaseUrl),
  log: silent,
  index: {
    ...index,
    async apply(changes) {
      await index.apply(changes.slice(0, changes.length / 2));
      console.log(`in the middle of a batch of ${changes.length}`);
      await new Promise(() => {});
    },
  },
});
console.log('started');
