import { switchableAddress } from '@shirube/testing';
import type { Test } from 'tap';
import { openPage, resultNames, type Scene, searchBox } from '../../browser/scene.js';

export function directoryAway(t: Test, scene: Scene): void {
  t.test('the page waits for a directory that goes away, and its results appear by themselves', async (t) => {
    const address = await switchableAddress(t, scene.directory.url);
    await address.on();
    const page = await openPage(t, scene, { baseURL: address.url });
    await page.goto('/');
    await resultNames(page);
    await address.off();
    await searchBox(page).fill('weather');
    await page.getByText('The directory cannot be reached right now.').waitFor();
    await page.getByText(/Retrying in \d+ s/).waitFor();
    await address.on();
    t.ok((await resultNames(page)).includes('Sky Reader'));
  });
}
