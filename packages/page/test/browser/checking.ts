import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { challengeOf } from '@shirube/testing';
import type { Test } from 'tap';
import { violations } from './quality.js';
import { openPage, type Scene } from './scene.js';

export function checking(t: Test, scene: Scene): void {
  t.test('sellers see their API as the monitor does, without a key or a script, in both languages', async (t) => {
    let requestCount = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = createServer(async ({ url }, response) => {
      requestCount += 1;
      if (url === '/held') await released;
      response.statusCode = url === '/sold' ? 402 : 400;
      response.end(JSON.stringify(challengeOf()));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    t.teardown(() => server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    const plain = await openPage(t, scene, { javaScriptEnabled: false });
    await plain.goto('/check');
    const address = plain.getByLabel('URL of a paid resource');
    await address.fill(`${origin}/sold`);
    await address.press('Enter');
    await plain.getByText('GET got a 402 response.').waitFor();
    await plain.getByText('0.01 USDC').waitFor();
    await plain.getByText('Nothing. It can be registered as it is.').waitFor();
    t.equal(await address.inputValue(), `${origin}/sold`);
    t.strictSame(await plain.getByRole('heading').allTextContents(), ['Check your API']);
    await plain.goto(`/check?lang=ja&url=${origin}/early`);
    await plain.getByText('402の代わりに400を返しています。').waitFor();
    await plain.goto('/check?url=ftp://example.com');
    await plain.getByText('Enter an http or https URL').waitFor();

    const page = await openPage(t, scene);
    await page.goto('/account');
    await page.getByRole('link', { name: 'Check your API' }).click();
    await page.getByRole('heading', { name: 'Check your API' }).waitFor();
    requestCount = 0;
    await page.goto(`/check?url=${origin}/sold`);
    await page.getByText('Nothing. It can be registered as it is.').waitFor();
    t.strictSame(await violations(page), []);
    t.equal(requestCount, 1, 'the browser does not ask again');
    t.equal((await fetch(`${scene.directory.url}/check?url=${origin}/sold`)).headers.get('cache-control'), 'no-store');
    // A network may have four under way.
    const all = Array.from({ length: 5 }, () => fetch(`${scene.directory.url}/check?url=${origin}/held`));
    const refused = await Promise.race(all);
    release();
    t.equal(refused.status, 429);
    t.match(await refused.text(), 'You have sent too many requests.');
    t.strictSame((await Promise.all(all)).map(({ status }) => status).sort(), [200, 200, 200, 200, 429]);
    t.strictSame(page.complaints, []);
  });
}
