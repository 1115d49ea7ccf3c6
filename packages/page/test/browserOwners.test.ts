import t from 'tap';
import { checking } from './browser/checking.js';
import { listing, startMonitoredScene } from './browser/listing.js';
import { operating } from './browser/operating.js';
import { owning } from './browser/owning.js';
import { startBrowser, startScene } from './browser/scene.js';
import { selling } from './browser/selling.js';

const browser = await startBrowser(t);
if (browser) {
  const scene = await startScene(t, browser);
  operating(t, scene);
  owning(t, scene);
  selling(t, scene);
  checking(t, scene);
  listing(t, await startMonitoredScene(t, browser));
}
