import { openDatabase } from '@shirube/catalog';
import { startDirectory, testDatabaseUrl } from '@shirube/testing';
import t from 'tap';
import { openChromium } from '../dist/openChromium.js';
import { listing } from './browser/listing.js';

const browser = await openChromium();
if (browser) {
  t.teardown(() => browser.close());
  const databaseUrl = await testDatabaseUrl(t);
  const directory = await startDirectory(t, {
    DATABASE_URL: databaseUrl,
    MONITOR: 'on',
    MONITOR_ALLOW_PRIVATE: 'true',
    MONITOR_HOST_GAP_SECONDS: '0',
  });
  const database = openDatabase(databaseUrl, { max: 1 });
  t.teardown(() => database.end());
  listing(t, { browser, directory, services: new Map() }, database);
} else {
  t.pass('Chromium', { skip: 'chromium is not on PATH' });
}
