import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKey } from '@shirube/catalog';
import { createClient } from '@shirube/client';
import { challengeOf } from '@shirube/testing';
import type { Test } from 'tap';
import { violations } from './quality.js';
import { openPage, type Scene } from './scene.js';

export function pasting(t: Test, scene: Scene): void {
  t.test('a pasted address fills the form, and what is wrong there is told', async (t) => {
    const items = [{ resource: { url: '/sold', serviceName: 'Sold Here', tags: ['maps'] } }, { resource: '/early' }];
    const server = createServer(({ url }, response) => {
      response.statusCode = url === '/.well-known/x402.json' ? 200 : url === '/sold' ? 402 : 400;
      response.end(JSON.stringify(url === '/.well-known/x402.json' ? { items } : challengeOf()));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    t.teardown(() => server.close());
    const { key } = await createKey(scene.database, { name: 'Seller', scopes: ['services:write'] });
    const page = await openPage(t, scene);
    await page.goto('/account');
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByRole('link', { name: 'Register a service' }).click();
    await page.getByLabel('URL of your API').fill(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await page.keyboard.press('Enter');
    await page.getByText('It answers 400 before 402').waitFor();
    t.equal(await page.getByLabel('Name').inputValue(), 'Sold Here');
    t.equal(await page.getByLabel('Price per request').inputValue(), '0.01');
    t.strictSame(await violations(page), []);
    await page.getByRole('button', { name: 'Register a service' }).click();
    await page.getByText('“Sold Here” is registered.').waitFor();
    const { services } = await createClient({ baseUrl: scene.directory.url, key }).listAccountServices();
    t.match(services, [{ name: 'Sold Here', tags: ['maps'] }], 'what has no field goes with it');
  });
}
