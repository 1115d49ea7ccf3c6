import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createRelay, endTogether } from '@shirube/testing';
import type { Test } from 'tap';
import { desktop, everyPlace, observeLayoutShifts, phone } from '../../browser/quality.js';
import { openPage, type Scene, waitForContent } from '../../browser/scene.js';

/** Passes data on like a line with 100 kB in a second. The slow lines that Chromium emulates hang now and then. */
function slowLine(user: Socket, server: Socket): void {
  endTogether(user, server);
  user.pipe(server);
  const passOn = async () => {
    for await (const data of server) {
      for (let at = 0; at < data.length; at += 2_000) {
        await delay(20);
        user.write(data.subarray(at, at + 2_000));
      }
    }
  };
  passOn().catch(() => user.destroy());
}

export function slowConnection(t: Test, scene: Scene): void {
  t.test('nothing on a page jumps while it loads over a slow line', async (t) => {
    const places = everyPlace(scene);
    const line = await createRelay(t, scene.directory.url, slowLine);
    await line.listen();
    for (const viewport of [desktop, phone]) {
      const page = await openPage(t, scene, { viewport, baseURL: line.url, isNew: true });
      await page.addInitScript(observeLayoutShifts);
      // Without its target, to which the browser itself scrolls once the page is there.
      for (const [name, path] of Object.entries({ ...places, 'API reference': '/docs' })) {
        await page.goto(path);
        await waitForContent(page);
        const shift = await page.evaluate(() => layoutShift());
        t.equal(shift, 0, `${name} at ${viewport.width}`);
      }
    }
  });
}
