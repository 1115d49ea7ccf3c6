import t from 'tap';
import { phone } from './browser/phone.js';
import { quality } from './browser/quality.js';
import { reading } from './browser/reading.js';
import { reference } from './browser/reference.js';
import { rendered } from './browser/rendered.js';
import { startBrowser, startScene } from './browser/scene.js';
import { watching } from './browser/watching.js';

const browser = await startBrowser(t);
if (browser) {
  const scene = await startScene(t, browser);
  rendered(t, scene);
  reading(t, scene);
  phone(t, scene);
  quality(t, scene);
  watching(t, scene);
  reference(t, scene);
}
