import t from 'tap';
import { crowded } from './browser/crowded.js';
import { startBrowser, startScene } from './browser/scene.js';
import { scriptless } from './browser/scriptless.js';
import { searching } from './browser/searching.js';
import { sharing } from './browser/sharing.js';

const browser = await startBrowser(t);
if (browser) {
  const scene = await startScene(t, browser);
  scriptless(t, scene);
  searching(t, scene);
  sharing(t, scene);
  crowded(t, browser);
}
