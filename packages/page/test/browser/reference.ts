import type { Test } from 'tap';
import { openPage, type Scene } from './scene.js';

export function reference(t: Test, scene: Scene): void {
  t.test('the API reference can be read without JavaScript', async (t) => {
    const page = await openPage(t, scene, { javaScriptEnabled: false });
    await page.goto('/docs?from=elsewhere');
    const document = await (await page.request.get('/openapi.json')).json();
    for (const methods of Object.values<Record<string, { operationId: string; summary: string }>>(document.paths)) {
      for (const { operationId, summary } of Object.values(methods))
        t.match(await page.locator(`#${operationId} > summary`).textContent(), summary);
    }
    const list = page.locator('#listServices');
    t.notOk(await list.locator('dl').first().isVisible());
    await list.locator('summary').first().click();
    const fields = list.getByRole('region', { name: 'Parameters' });
    t.match(await fields.textContent(), /limit query, integer/);
    t.notOk(await list.getByRole('form').isVisible(), 'what needs the script is not offered');
    t.notOk(await page.getByLabel('API key, for routes that need one').isVisible());

    for (const [path, title] of Object.entries({ '/docs?lang=ja': 'APIリファレンス', '/docs': 'API reference' }))
      t.match(await (await page.request.get(path)).text(), `<h1>${title}</h1>`);
  });

  t.test('a link to a route opens it, and what is tried is sent, with a key where one is needed', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/docs#getService');
    await page.locator('#getService').getByRole('form').waitFor();
    t.equal(await page.locator('.reference-operation[open]').count(), 1);
    await page.locator('#getService > summary').click();
    t.notOk(await page.locator('#getService').getByRole('form').isVisible(), 'and it can be closed');

    await t.test('the API reference sends a read, and shows the response', async (t) => {
      const document = await (await page.request.get('/openapi.json')).json();
      const methods = Object.values<object>(document.paths).flatMap((path) => Object.keys(path));
      t.equal(await page.locator('.reference-operation').count(), methods.length);
      const list = page.locator('#listServices');
      await list.locator('summary').first().click();
      const form = list.getByRole('form', { name: 'Try it: listServices' });
      await form.getByLabel('limit', { exact: true }).fill('1');
      await form.getByRole('button', { name: 'Send' }).click();
      await form.getByText('Response: 200').waitFor();
      const services = JSON.parse((await form.locator('pre').textContent()) ?? '');
      t.equal(services.length, 1);

      await form.getByLabel('limit', { exact: true }).fill('0');
      await form.getByRole('button', { name: 'Send' }).click();
      await form.getByText('Response: 400').waitFor();
    });

    await t.test('the API reference registers a service with a key', async () => {
      await page.getByLabel('API key, for routes that need one').fill(scene.directory.apiKey);
      await page.locator('#registerService > summary').click();
      const form = page.getByRole('form', { name: 'Try it: registerService' });
      await form.getByRole('button', { name: 'Send' }).click();
      await form.getByText('Response: 201').waitFor();
    });
  });
}
