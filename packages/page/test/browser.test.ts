import { openDatabase } from '@shirube/catalog';
import { startDirectory, testDatabaseUrl } from '@shirube/testing';
import t from 'tap';
import { openChromium } from '../dist/openChromium.js';
import { checking } from './browser/checking.js';
import { crowded } from './browser/crowded.js';
import { directoryAway } from './stack/browser/directoryAway.js';
import { owning } from './browser/owning.js';
import { pasting } from './browser/pasting.js';
import { phone } from './browser/phone.js';
import { quality } from './browser/quality.js';
import { reading } from './browser/reading.js';
import { reference } from './browser/reference.js';
import { registerServices } from './browser/registerServices.js';
import { rendered } from './browser/rendered.js';
import { searching } from './browser/searching.js';
import { selling } from './browser/selling.js';
import { sharing } from './browser/sharing.js';
import { watching } from './browser/watching.js';

const browser = await openChromium();
if (browser) {
  t.teardown(() => browser.close());
  const databaseUrl = await testDatabaseUrl(t);
  const directory = await startDirectory(t, { DATABASE_URL: databaseUrl, MONITOR_ALLOW_PRIVATE: 'true' });
  const database = openDatabase(databaseUrl, { max: 1 });
  t.teardown(() => database.end());
  const scene = { browser, directory, services: await registerServices(directory) };
  rendered(t, scene);
  searching(t, scene);
  sharing(t, scene);
  reading(t, scene);
  phone(t, scene);
  quality(t, scene);
  owning(t, scene, database);
  selling(t, scene, database);
  pasting(t, scene, database);
  checking(t, scene);
  watching(t, scene, database);
  reference(t, scene);
  crowded(t, browser);
  directoryAway(t, scene);
} else {
  t.pass('Chromium', { skip: 'chromium is not on PATH' });
}
