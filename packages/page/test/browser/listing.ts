import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKey, openDatabase } from '@shirube/catalog';
import { createClient } from '@shirube/client';
import { catalogUrl, challengeOf, startDirectory, until } from '@shirube/testing';
import type { Browser } from 'playwright-core';
import type { Test } from 'tap';
import { privateKeyToAccount } from 'viem/accounts';
import { sticksOut } from './phone.js';
import { contrastViolations, violations } from './quality.js';
import { openPage, type Scene } from './scene.js';

declare global {
  /** What the test exposes to the page in place of a wallet. */
  function signByWallet(raw?: string): Promise<string>;
  function walletAddress(): Promise<string>;
}

const owner = privateKeyToAccount(`0x${'31'.repeat(32)}`);
const stranger = privateKeyToAccount(`0x${'32'.repeat(32)}`);

/** Starts a seller that is paid at the owner's wallet, sells two resources and serves what it is given as token. */
async function startSeller(t: Test) {
  const seller = { url: '', token: '' };
  const items = [{ resource: { url: '/sold', serviceName: 'Sold Here', tags: ['maps'] } }, { resource: '/early' }];
  const pages: Record<string, () => [status: number, body: string]> = {
    '/.well-known/x402.json': () => [200, JSON.stringify({ items })],
    '/.well-known/shirube.txt': () => [seller.token ? 200 : 404, seller.token],
    '/sold': () => [402, JSON.stringify(challengeOf({ payTo: owner.address }))],
  };
  const server = createServer(({ url = '' }, response) => {
    const [status, body] = pages[url]?.() ?? [400, ''];
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  seller.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return seller;
}

const heading = 'document.activeElement?.tagName + document.activeElement?.textContent';

/** Starts a directory whose monitor checks services as soon as they are listed. */
export async function startMonitoredScene(t: Test, browser: Browser): Promise<Omit<Scene, 'services'>> {
  const databaseUrl = await catalogUrl(t);
  const directory = await startDirectory(t, {
    DATABASE_URL: databaseUrl,
    MONITOR: 'on',
    MONITOR_ALLOW_PRIVATE: 'true',
    MONITOR_HOST_GAP_SECONDS: '0',
  });
  const database = openDatabase(databaseUrl, { max: 1 });
  t.teardown(() => database.end());
  return { browser, directory, database };
}

export function listing(t: Test, scene: Omit<Scene, 'services'>): void {
  const { browser, database } = scene;

  t.test('a seller pastes an address, proves ownership with a token, lists all and sees the first check', async (t) => {
    const seller = await startSeller(t);
    const page = await openPage(t, scene);
    await page.goto('/');
    await page.getByRole('link', { name: 'List your API' }).first().click();
    await page.getByLabel('URL of your API').fill(`${seller.url}/sold`);
    await page.keyboard.press('Enter');
    await page.getByText('Ready to list').waitFor();
    await page.getByText('0.01 USDC').waitFor();
    await page.getByText('It answers 400 before 402').waitFor();
    t.strictSame(await violations(page), [], 'what was found');

    await page.getByRole('button', { name: 'Start' }).click();
    const token = page.locator('.copy:has-text("Token") code');
    await token.waitFor();
    t.equal(await page.evaluate(heading), 'H2Prove that it is yours');
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('shirube.txt answers 404').waitFor();
    t.strictSame(await violations(page), [], 'the ways to prove');
    await database.query("update account_challenges set expires_at = now() - interval '1 minute'");
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByRole('button', { name: 'Get a new one' }).click();
    await page.getByRole('button', { name: 'Get a new one' }).waitFor({ state: 'detached' });
    seller.token = String(await token.textContent());
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByRole('heading', { name: 'Your key' }).waitFor();
    t.equal(await page.evaluate(heading), 'H2Your key');
    t.match(await page.locator('.copy code').first().textContent(), /^shk_/);

    await page.getByText('One API is ready.').waitFor();
    t.strictSame(await violations(page), [], 'what is ready');
    await page.getByLabel('Keep it in this tab').check();
    await page.reload();
    await page.getByText('One API is ready.').waitFor();
    t.equal(await page.getByRole('button', { name: 'Start' }).count(), 0, 'who has a key need not prove it again');

    await page.getByRole('button', { name: 'List all' }).click();
    await page.getByRole('heading', { name: 'What happens now' }).waitFor();
    t.equal(await page.evaluate(heading), 'H2What happens now');
    t.match(await page.locator('.checklist').last().textContent(), /Listed.*\/sold.*Not listed.*\/early/);
    await page.getByText('It answers as listed.').waitFor();
    await page.getByText(/Second check: \w+ \d+, \d+.*A check that you request counts from \d+:\d+ .* on\./).waitFor();
    await page.getByRole('button', { name: 'Check now: Sold Here' }).waitFor();
    await page.getByText('What raises it next:').waitFor();
    t.strictSame(await violations(page), [], 'the live part');
    // The next check is far away: only an event can tell.
    await database.query("update services set status = 'verified' where endpoint = $1", [`${seller.url}/sold`]);
    await page.locator('.own-services .status.verified').waitFor();
    await page.reload();
    await page.locator('.own-services .status.verified').waitFor();
    t.match(await page.locator('.checklist').first().textContent(), /Already listed.*\/sold.*Not ready.*\/early/);
    t.equal(await page.getByRole('button', { name: 'List all' }).count(), 0, 'what is listed is not offered as new');
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('heading', { name: 'Edit “Sold Here”' }).waitFor();
    t.strictSame(
      page.complaints.filter((text) => !/422|410/.test(text)),
      [],
    );
  });

  t.test('an address that an owner pastes fills the form with what is sold there, and shows its faults', async (t) => {
    const seller = await startSeller(t);
    const { key } = await createKey(database, { name: 'Seller', scopes: ['services:write'] });
    const page = await openPage(t, scene);
    await page.goto('/account');
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByRole('link', { name: 'Register a service' }).click();
    await page.getByLabel('URL of your API').fill(seller.url);
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

  t.test('a seller proves ownership with a wallet, in Japanese, on a phone in the dark', async (t) => {
    const seller = await startSeller(t);
    let signer = stranger;
    const page = await openPage(t, scene, {
      locale: 'ja-JP',
      colorScheme: 'dark',
      viewport: { width: 320, height: 640 },
      isNew: true,
    });
    await page.exposeFunction('signByWallet', (raw: `0x${string}`) => signer.signMessage({ message: { raw } }));
    await page.exposeFunction('walletAddress', () => owner.address.toLowerCase());
    await page.addInitScript(() => {
      const provider = {
        request: async ({ method, params = [] }: { method: string; params?: string[] }) =>
          method === 'personal_sign' ? signByWallet(params[0]) : [await walletAddress()],
      };
      const detail = { info: { uuid: '1', name: 'Test Wallet' }, provider };
      const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
      addEventListener('eip6963:requestProvider', announce);
    });
    await page.goto(`/list?url=${seller.url}`);
    await page.getByText('掲載できます').waitFor();
    await page.getByRole('button', { name: '証明を始める' }).click();
    const sign = page.getByRole('button', { name: 'Test Walletで署名' });
    await sign.click();
    await page.getByText('まだ証明できていません：').waitFor();
    await page.getByText('The signature does not match').waitFor();
    t.strictSame(await sticksOut(page), [], 'the ways to prove');
    signer = owner;
    await sign.click();
    await page.getByText('1件のAPIを掲載できます。').waitFor();
    await page.getByRole('button', { name: 'すべて掲載' }).click();
    await page.getByText('掲載どおりに応答しています。').waitFor();
    await page.getByText('次に信頼度を上げるもの：').waitFor();
    t.strictSame(await contrastViolations(page), [], 'the live part');
    t.strictSame(await sticksOut(page), [], 'the live part');
  });

  t.test('without JavaScript a seller sees what was found and how to go on', async (t) => {
    const seller = await startSeller(t);
    const page = await openPage(t, scene, { javaScriptEnabled: false });
    await page.goto('/list');
    await page.getByLabel('URL of your API').fill(seller.url);
    await page.keyboard.press('Enter');
    await page.getByText('Not ready: fix this first').waitFor();
    await page.getByText('It answers 400 before 402').waitFor();
    t.match(await page.locator('.checklist').textContent(), /Ready to list0\.01 USDC.*\/sold.*Not ready.*\/early/);
    t.equal(await page.locator('.checklist > li').count(), 2, 'all that the origin sells, and no more');
    await page.getByText('The next steps need JavaScript').waitFor();
    t.notOk(await page.getByRole('button', { name: 'Start' }).isVisible(), 'no button that does nothing');
    await page.goto(`/list?lang=ja&url=${seller.url}/sold`);
    await page.getByText('掲載できます').waitFor();
    await page.getByText('JavaScriptが必要です').waitFor();
    await page
      .getByText(`/api/accounts -H 'Content-Type: application/json' -d '{"url":"${seller.url}/sold"}'`)
      .waitFor();
    await page.goto('/account/insights');
    t.match(await page.locator('noscript code').textContent(), '/api/account/insights');
    await page.goto('/list?url=no%20address');
    await page.getByText('Enter an http or https URL').waitFor();
    t.equal(await page.locator('main h2').count(), 0, 'nothing else is offered');
    await page.goto('/list?url=asdf');
    t.equal(await page.locator('main h2').count(), 0, 'a word is no address');
  });

  t.test('without JavaScript the page of a new service updates itself', async (t) => {
    const found = await database.query<{ id: string }>(
      "select id from services where status = 'unverified' and endpoint like '%/sold' order by created_at desc limit 1",
    );
    const id = found.rows[0]?.id;
    const page = await openPage(t, scene, { javaScriptEnabled: false });
    await page.goto(`/services/${id}`);
    await page.locator('.status.unverified').first().waitFor();
    await database.query("update services set status = 'verified' where id = $1", [id]);
    await page.locator('.status.verified').first().waitFor();
  });

  t.test('where accounts are closed, a seller is told whom to ask, and lists without an account', async (t) => {
    const directory = await startDirectory(t, {
      SIGN_UP: 'off',
      CONTACT_URL: 'mailto:operator@example.com',
      OPEN_LISTING: 'on',
      MONITOR_ALLOW_PRIVATE: 'true',
    });
    const seller = await startSeller(t);
    const page = await openPage(t, { browser, directory }, { isNew: true });
    await page.clock.install();
    await page.goto('/list');
    const contact = page.getByRole('link', { name: 'Ask the operator' });
    t.equal(await contact.getAttribute('href'), 'mailto:operator@example.com');
    t.equal(await page.getByText('No account or key is needed').count(), 0);
    const scriptless = await openPage(t, { browser, directory }, { javaScriptEnabled: false });
    await scriptless.goto(`/list?url=${seller.url}`);
    await scriptless.getByText(`curl ${directory.url}/api/registrations`).waitFor();
    t.notOk(await scriptless.getByRole('button', { name: 'List without an account' }).isVisible());
    await page.goto(`/list?url=${seller.url}`);
    await page.getByRole('button', { name: 'List without an account' }).waitFor();
    t.equal(await page.getByRole('button', { name: 'Start' }).count(), 0);
    await page.getByRole('button', { name: 'List without an account' }).click();
    await page.getByRole('link', { name: 'Sold Here' }).waitFor();
    t.strictSame(await violations(page), []);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/services/')) asked += 1;
    });
    await page.clock.runFor(50_000);
    t.equal(asked, 0, 'without a key, only the feed tells of changes for a while');
    await page.clock.runFor(20_000);
    await until(() => asked > 0, { message: 'it is never asked again' });
  });

  t.test('an API that waits for review is not shown as listed', async (t) => {
    const directory = await startDirectory(t, { OPEN_LISTING: 'review', MONITOR_ALLOW_PRIVATE: 'true' });
    const seller = await startSeller(t);
    const page = await openPage(t, { browser, directory });
    await page.goto(`/list?url=${seller.url}`);
    await page.getByRole('button', { name: 'List without an account' }).click();
    await page.getByText('Waits for the operator’s review').waitFor();
    t.equal(await page.getByText('This part updates itself').count(), 0);
  });
}
