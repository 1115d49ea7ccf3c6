import { openDatabase } from '@shirube/catalog';
import { notifyAccounts } from './notifyAccounts.js';

// A process of its own that delivers, to be killed.
notifyAccounts(openDatabase(process.env.TEST_DATABASE_URL ?? ''));
