import { createKey } from '@shirube/catalog';
import { createClient, ProblemError } from '@shirube/client';
import type { Registration } from '@shirube/contracts';
import type { Page, Route } from 'playwright-core';
import type { Test } from 'tap';
import { sticksOut } from './phone.js';
import { contrastViolations, violations } from './quality.js';
import { worstService } from './registerServices.js';
import { openPage, type Scene } from './scene.js';

const wallet = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';

/** The errors of a page, except for failed requests, which the browser always logs. */
const complaints = (page: { complaints: string[] }) =>
  page.complaints.filter((text) => !text.startsWith('Failed to load resource'));

async function usingKey(page: Page, key: string, labels: { key: string; use: string }): Promise<void> {
  await page.getByLabel(labels.key).fill(key);
  await page.getByRole('button', { name: labels.use }).click();
}

const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);

/** Everything that outlives the page or could leak from it. */
const storedTexts = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state]),
  );

export function owning(t: Test, scene: Scene): void {
  const { database } = scene;
  const { url } = scene.directory;
  const english = { key: 'API key', use: 'Use this key' };
  const japanese = { key: 'APIキー', use: 'このキーを使う' };

  t.test('an owner registers, corrects and removes a service with a pasted key', async (t) => {
    const { key } = await createKey(database, { name: 'Owner', scopes: ['services:write'] });
    const client = createClient({ baseUrl: url, key });
    const page = await openPage(t, scene);
    await page.goto('/account');
    t.strictSame(await violations(page), [], 'where the key is pasted');
    await usingKey(page, 'shk_wrong', english);
    await page.getByText('This key is unknown').waitFor();
    t.equal(await page.getByLabel('API key').getAttribute('aria-invalid'), 'true');
    await usingKey(page, key, english);
    await page.getByText('You have not registered a service yet.').waitFor();
    await page.getByRole('link', { name: 'Register a service' }).click();
    t.equal(await page.title(), 'Register a service – Shirube 標');

    await page.getByRole('button', { name: 'Register a service' }).click();
    await page.getByText('Correct 8 fields').waitFor();
    t.equal(await focusedId(page), 'field-name', 'the first fault has the focus');
    const name = page.getByLabel('Name');
    t.equal(await name.getAttribute('aria-invalid'), 'true');
    t.match(await page.locator('#field-name-fault').textContent(), /^Enter a name\.$/);
    t.match(await name.getAttribute('aria-describedby'), /field-name-fault/);
    t.strictSame(await violations(page), [], 'the form with its faults');
    await page.locator('.refusal').getByRole('link', { name: 'Payment address' }).click();
    t.equal(await focusedId(page), 'field-x402Config-paymentAddress', 'the summary leads to the fields');

    await name.fill('Cloud Reader');
    await page.getByLabel('Description').fill('Reads clouds');
    await page.getByLabel('Endpoint').fill(' https://api.seller1.example/Sky%20Reader ');
    await page.getByLabel('Category').fill('clouds');
    await page.getByLabel('Currency').fill('USDC');
    await page.getByLabel('Price per request').fill('０．０２');
    await page.getByLabel('Free requests').fill('many');
    await page.getByLabel('Network').fill('base');
    await page.getByLabel('Payment address').fill(wallet.replace('C5328', 'c5328'));
    await page.keyboard.press('Enter');
    await page.getByText('Correct 2 fields').waitFor();
    t.match(await page.locator('#field-pricing-freeQuota-fault').textContent(), /whole number/);
    t.match(await page.locator('#field-x402Config-paymentAddress-fault').textContent(), /checksum/);
    await page.getByLabel('Free requests').fill('');
    await page.getByLabel('Payment address').fill(wallet);
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/api/services', loseAnswer, { times: 1 });
    await page.keyboard.press('Enter');
    await page.getByText('The directory cannot be reached right now.').waitFor();
    t.notMatch(await page.locator('.refusal').textContent(), /Nothing was saved/, 'which nobody knows');
    await page.getByRole('button', { name: 'Register a service' }).click();
    await page.getByText('“Cloud Reader” is registered.').waitFor();
    t.equal((await client.listAccountServices()).services.length, 1, 'once');
    t.ok(await page.locator('.done:focus').count(), 'what was done is read out');
    t.match(await page.locator('.done').textContent(), /Another account registered this endpoint first/);
    t.equal(
      await page.getByRole('link', { name: 'View the other service' }).getAttribute('href'),
      `/services/${scene.services.get('Sky Reader')?.id}`,
    );
    const [service] = (await client.listAccountServices()).services;
    if (!service) throw new Error('nothing was registered');
    t.match(service, { name: 'Cloud Reader', pricing: { currency: 'USDC', pricePerRequest: '0.02' } });

    await page.getByRole('link', { name: 'Edit: Cloud Reader' }).click();
    await page.getByLabel('Price per request').fill('0.03');
    await client.editService(service.id, { description: 'Reads every cloud', pricing: { pricePerRequest: '0.05' } });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('This service has changed since you opened it.').waitFor();
    t.equal((await client.getService(service.id)).pricing.pricePerRequest, '0.05', 'nothing was overwritten');
    await page.getByRole('button', { name: 'Load the current version' }).click();
    await page.getByText('Current value: 0.05').waitFor();
    t.equal(await page.getByLabel('Price per request').inputValue(), '0.03');
    t.equal(await page.getByLabel('Description').inputValue(), 'Reads every cloud');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('“Cloud Reader” is updated.').waitFor();

    await page.getByRole('link', { name: 'View its page' }).click();
    await page.getByText('Reads every cloud').waitFor();
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
    t.match(await page.locator('.facts').first().textContent(), '0.03');
    const [last, ...earlier] = await page.locator('.changes ol > li').allTextContents();
    t.match(last, /Price per request: 0\.05 → *became 0\.03/, 'its history is on its page');
    t.match(earlier, [/Description changed/, /Registered/]);
    t.strictSame(await violations(page), [], 'the page with its history');
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Name').waitFor();
    await page.getByRole('link', { name: 'My services' }).first().click();

    const remove = page.getByRole('button', { name: 'Remove: Cloud Reader' });
    await remove.click();
    t.strictSame(await violations(page), [], 'the question');
    t.equal(await page.locator(':focus').textContent(), 'Keep it');
    await page.keyboard.press('Escape');
    t.ok(await remove.evaluate((button) => button === document.activeElement), 'the focus goes back');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Keep it' }).evaluate(async (keep: HTMLElement) => {
      keep.click();
      // In the next microtask, before the close event fires.
      await Promise.resolve();
      (document.activeElement as HTMLElement).click();
    });
    await page.getByRole('button', { name: 'Remove permanently' }).click();
    await page.getByText('“Cloud Reader” is removed.').waitFor();
    t.equal(await remove.count(), 0);
    await t.rejects(client.getService(service.id, { fresh: true }), ProblemError);

    t.notMatch(await storedTexts(page), key);
    t.strictSame(await page.context().cookies(), []);
    t.strictSame(complaints(page), []);
    await page.reload();
    await page.getByLabel('API key').waitFor();
    t.equal(await page.getByLabel('API key').inputValue(), '', 'a reload clears the key');
    await page.goto(`/services/${service.id}`);
    await page.getByRole('heading', { name: 'This service was removed' }).waitFor();
  });

  t.test('an owner has a service checked, and reads the result', async (t) => {
    const { key } = await createKey(database, { name: 'Checked', scopes: ['services:write'] });
    const { id } = await createClient({ baseUrl: url, key }).registerService({ ...worstService, name: '雲よみ' });
    const page = await openPage(t, scene);
    await page.goto('/account');
    await usingKey(page, key, english);
    const button = page.getByRole('button', { name: 'Check now: 雲よみ' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('No monitor is running right now.').waitFor();
    t.ok(await button.evaluate((each) => each === document.activeElement), 'the focus stays');

    await database.query(
      `insert into checks (service_id, checked_at, method, http_status, duration_ms, verdict, declared, observed)
        values ($1, now(), 'POST', 402, 21, 'wrong_price', '{"price": "0.01", "currency": "USDC"}',
          '{"price": "0.02", "currency": "USDC", "network": "eip155:8453", "payTo": "0x1"}')`,
      [id],
    );
    await page.keyboard.press('Enter');
    const result = page.getByRole('status').filter({ hasText: 'Result: another price.' });
    await result.waitFor();
    const text = await result.textContent();
    for (const evidence of ['a moment ago', 'POST → 402, 21 ms', '0.01 USDC', '0.02 USDC · eip155:8453 · 0x1'])
      t.match(text, evidence);
    t.equal(await page.getByText('No monitor is running').count(), 0);
    t.strictSame(await violations(page), []);

    const phone = await openPage(t, scene, { locale: 'ja-JP', viewport: { width: 320, height: 640 } });
    await phone.goto('/account');
    await usingKey(phone, key, japanese);
    await phone.getByRole('button', { name: '今すぐ確認：雲よみ' }).click();
    await phone.getByText('確認結果：料金の相違').waitFor();
    t.strictSame(await sticksOut(phone), []);
    t.strictSame(complaints(phone), []);
  });

  t.test('an owner sees what happens next, finds a service, and manages webhook and keys', async (t) => {
    const { key } = await createKey(database, { name: 'Manager', scopes: ['services:write'] });
    const client = createClient({ baseUrl: url, key });
    const endpoint = 'https://managed.example/clouds';
    const { id } = await client.registerService({ ...worstService, name: 'Cloud One', endpoint });
    await client.registerService({ ...worstService, name: 'Other' });
    const page = await openPage(t, scene);
    await page.goto('/account/register');
    await usingKey(page, key, english);
    await page.getByLabel('Name').fill('Cloud Two');
    await page.getByLabel('Description').fill('Reads clouds');
    await page.getByLabel('Endpoint').fill(endpoint);
    await page.getByLabel('Category').fill('clouds');
    await page.getByLabel('Currency').fill('USDC');
    await page.getByLabel('Network').fill('base');
    await page.getByLabel('Payment address').fill(wallet);
    await page.keyboard.press('Enter');
    await page.getByText('Enter a price.').waitFor();
    await page.getByLabel('Price per request').fill('$0.01');
    await page.keyboard.press('Enter');
    await page.getByText('You have registered this endpoint before.').waitFor();
    t.equal(await page.getByRole('link', { name: 'View the other service' }).getAttribute('href'), `/services/${id}`);
    const [service] = (await client.listAccountServices({ query: 'Cloud Two' })).services;
    t.equal(service?.pricing.pricePerRequest, '0.01');
    const steps = page.getByRole('list', { name: 'What happens next' });
    t.match(await steps.first().textContent(), /✓ Registered.*First check:.*Second check:.*Verified, if both/);

    await page.getByLabel('Search my services').fill('cloud one');
    await page.keyboard.press('Enter');
    await page.getByText('1 service', { exact: true }).waitFor();
    t.strictSame(await page.locator('.own-services h2').allTextContents(), ['Cloud One']);
    t.match(await page.locator('.own-services .meta').textContent(), /Trust0/);

    await page.getByText('Webhook and API keys').click();
    await page.getByLabel('Webhook URL').fill('https://managed.example/hook');
    const search = page.getByLabel('Saved search (optional)');
    await search.fill('weather');
    await page.getByRole('button', { name: 'Set the webhook' }).click();
    await page.getByRole('alert').getByText('search must be').waitFor();
    await search.fill(`${url}/?q=cloud&category=clouds&minTrust=50&page=2`);
    await page.getByRole('button', { name: 'Set the webhook' }).click();
    await page.getByText('Signing secret').waitFor();
    t.match(await client.getWebhook(), {
      url: 'https://managed.example/hook',
      search: { query: 'cloud', category: ['clouds'], minTrust: 50 },
    });
    await page.getByLabel('What the new key is for').fill('CI');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const newKey = await page.getByText('The key “CI”').locator('code').textContent();
    t.equal((await createClient({ baseUrl: url, key: newKey ?? '' }).listAccountKeys()).length, 2);
    t.strictSame(await violations(page), []);
    page.once('dialog', (dialog) => dialog.accept());
    await page.getByRole('button', { name: 'Revoke: CI' }).click();
    await page.getByRole('button', { name: 'Revoke: CI' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove the webhook' }).click();
    await page.getByRole('button', { name: 'Set the webhook' }).waitFor();
    t.strictSame(complaints(page), []);
  });

  t.test('the services of an owner fit a phone, page by page, in Japanese and in the dark', async (t) => {
    const { key } = await createKey(database, { name: 'Many', scopes: ['services:write'] });
    const client = createClient({ baseUrl: url, key });
    const one: Registration = { ...worstService, name: '雲よみ', category: 'clouds' };
    for (let count = 0; count < 20; count += 1) await client.registerService(one);
    await client.registerService(worstService);
    const page = await openPage(t, scene, {
      locale: 'ja-JP',
      colorScheme: 'dark',
      viewport: { width: 320, height: 640 },
    });
    await page.goto('/account/register');
    await usingKey(page, key, japanese);
    await page.getByRole('button', { name: 'サービスを登録' }).click();
    await page.getByText('8か所を見直してください。').waitFor();
    t.match(await page.locator('#field-name-fault').textContent(), /^名前を入力してください。$/);
    t.strictSame(await sticksOut(page), [], 'the form');
    t.strictSame(await contrastViolations(page), [], 'the form');
    await page.getByRole('link', { name: 'キャンセル' }).click();
    await page.getByText('21件').waitFor();
    t.equal(await page.locator('.own-services > li').count(), 20);
    t.strictSame(await sticksOut(page), [], 'the list');
    await page.getByRole('button', { name: 'さらに表示' }).click();
    await page.locator('.own-services > li').nth(20).waitFor();
    t.equal(await page.getByRole('button', { name: 'さらに表示' }).count(), 0);
    await page.getByRole('button', { name: /^削除：W/ }).click();
    t.strictSame(await sticksOut(page), [], 'the question');
    t.strictSame(await contrastViolations(page), [], 'the question');
    t.strictSame(complaints(page), []);
  });
}
