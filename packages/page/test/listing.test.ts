import { startDirectory } from '@shirube/testing';
import t from 'tap';
import { openChromium } from '../dist/openChromium.js';
import { listing } from './browser/listing.js';

const browser = await openChromium();
if (browser) {
  t.teardown(() => browser.close());
  const directory = await startDirectory(t, { MONITOR_ALLOW_PRIVATE: 'true' });
  listing(t, { browser, directory, services: new Map() });
} else {
  t.pass('Chromium', { skip: 'chromium is not on PATH' });
}
