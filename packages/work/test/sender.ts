import { openDatabase } from '@shirube/catalog';
import { createGuardedRequest } from '@shirube/outbound';
import { createLogger } from '@shirube/service-kit';
import { startWebhooks } from '../dist/index.js';

// A process of its own that delivers, to be killed.
startWebhooks({
  database: openDatabase(process.env.TEST_DATABASE_URL ?? ''),
  log: createLogger('test', 'silent'),
  request: createGuardedRequest({ allowPrivate: true, isAllowedPort: () => true }),
});
