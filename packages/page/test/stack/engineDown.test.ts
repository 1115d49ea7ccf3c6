import t from 'tap';
import { openChromium } from '../../dist/openChromium.js';
import { engineDown } from './browser/engineDown.js';

const browser = await openChromium();
if (browser) {
  t.teardown(() => browser.close());
  engineDown(t, browser);
} else {
  t.pass('Chromium', { skip: 'chromium is not on PATH' });
}
