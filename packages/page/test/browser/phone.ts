import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { worstService } from './registerServices.js';
import { openPage, type Scene, waitForContent } from './scene.js';

const narrow = { width: 320, height: 640 };

/**
 * Elements that overflow the window or their row, by tag and class, except those that are visually hidden on purpose.
 */
export const sticksOut = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('body *'))
      .filter((element) => !element.closest('.visually-hidden, .skip, option, .scrolls *'))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < 0 || right > innerWidth);
      })
      .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class')}`),
  );

/** Pairs of overlapping parts of a row. */
const overlaps = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('.row')).flatMap((row) => {
      const boxes = Array.from(row.children).map((part) => ({
        name: part.getAttribute('class') ?? part.tagName,
        box: part.getBoundingClientRect(),
      }));
      return boxes.flatMap((a, index) =>
        boxes
          .slice(index + 1)
          .filter(
            (b) =>
              a.box.left < b.box.right - 1 &&
              b.box.left < a.box.right - 1 &&
              a.box.top < b.box.bottom - 1 &&
              b.box.top < a.box.bottom - 1,
          )
          .map((b) => `${a.name} and ${b.name}`),
      );
    }),
  );

export function phone(t: Test, scene: Scene): void {
  const { id } = scene.services.get(worstService.name) ?? { id: '' };
  const places = {
    'the list': `/?category=${worstService.category}`,
    'a search': '/?query=coins+MMMM+on+base+for+at+most+88888888888888888888.888888888888888888+USDC',
    'a search by its name': `/?query=${worstService.name}`,
    'an order by price': '/?sortBy=price&sortOrder=desc',
    'its page': `/services/${id}`,
  };

  for (const locale of ['en-US', 'ja-JP']) {
    t.test(`a service with the longest texts fits a window of 320 pixels (${locale})`, async (t) => {
      const page = await openPage(t, scene, { locale, viewport: narrow });
      for (const [name, path] of Object.entries(places)) {
        await page.goto(path);
        await waitForContent(page);
        const folded = page.locator('.fold');
        if (await folded.isVisible()) await folded.click();
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        t.ok(width <= narrow.width, `${name} is ${width} wide`);
        t.strictSame(await sticksOut(page), [], name);
        t.strictSame(await overlaps(page), [], name);
        if (path !== places['the list']) continue;
        const row = await page.locator('.row').boundingBox();
        t.ok((row?.height ?? Number.POSITIVE_INFINITY) < 400, `its row is ${row?.height} high`);
      }
    });
  }
}
