import { createKey, type Database } from '@shirube/catalog';
import { createClient } from '@shirube/client';
import { until, wallet } from '@shirube/testing';
import type { Test } from 'tap';
import { sticksOut } from './phone.js';
import { contrastViolations, violations } from './quality.js';
import { openPage, type Scene } from './scene.js';

/** Checks as the monitor would have stored them: how many days ago, and the result. */
const checks = [
  { days: 5, verdict: 'ok', ms: 120, price: '0.01' },
  { days: 4, verdict: 'ok', ms: 480, price: '0.01' },
  { days: 3, verdict: 'timeout', ms: 10_000, price: undefined },
  { days: 1, verdict: 'ok', ms: 240, price: '0.020' },
];

async function noteChecks(database: Database, id: string): Promise<void> {
  for (const { days, verdict, ms, price } of checks) {
    await database.query(
      `insert into checks (service_id, checked_at, verdict, duration_ms, declared, observed)
        values ($1, now() - make_interval(days => $2), $3, $4, '{}', $5)`,
      [id, days, verdict, ms, price ? { price, currency: 'USDC' } : {}],
    );
  }
}

export function watching(t: Test, scene: Scene): void {
  const { database } = scene;
  const id = scene.services.get('Lingua')?.id ?? '';

  t.test('a service page plots its checks, has them in a table, and shows the parts of trust', async (t) => {
    await noteChecks(database, id);
    await database.query('update services set trust_score = 42, updated_at = now() where id = $1', [id]);
    const client = createClient({ baseUrl: scene.directory.url });
    await until(async () => (await client.getServiceTrust(id)).trustScore === 42, { message: 'it is not shown' });
    const page = await openPage(t, scene);
    await page.goto(`/services/${id}`);
    await page.getByRole('heading', { name: 'Availability' }).waitFor();
    const strip = page.getByRole('img', { name: '75 % uptime; 1 day with failures' });
    await strip.waitFor();
    t.ok((await strip.locator('rect').count()) >= 90, 'a bar for each day');
    t.equal(await strip.locator('.poor').count(), 1);
    const response = page.getByRole('figure', { name: 'Response time, ms' });
    await response.getByRole('img', { name: 'Response time between 120 and 480 ms' }).waitFor();
    t.equal(await response.locator('.scale').textContent(), '480');
    t.equal(await response.locator('rect').count(), 3, 'no column where there was no response');
    t.match(await page.locator('.prices li').allTextContents(), [/^0\.01 USDC since/, /^0\.02 USDC since/]);
    await page.getByText('As a table').click();
    const rows = await page.locator('.figures-table tbody tr').allTextContents();
    t.match(rows, [/100%240 ms0\.02 USDCas registered × 1/, /0%.*too slow × 1/, /480 ms/, /120 ms/]);
    await page.getByRole('heading', { name: 'Trust: 42 of 100' }).waitFor();
    t.equal(await page.locator('.trust-parts li').count(), 4);
    t.strictSame(await violations(page), [], 'the record');
    await page.getByRole('button', { name: '24 hours' }).click();
    await page.getByText('No checks in this period.').waitFor();
    t.strictSame(page.complaints, []);
  });

  t.test(
    'a service page shows all ways to pay and their changes, and the list of its owner the result of the last check',
    async (t) => {
      const client = createClient({ baseUrl: scene.directory.url, key: scene.directory.apiKey });
      const [own] = (await client.listAccountServices({ limit: 1 })).services;
      const way = (network: string, asset: string, amount: string) => ({
        ...{ scheme: 'exact', network, asset, amount, payTo: wallet },
      });
      for (const amount of ['10000', '20000']) {
        const accepts = [
          way('eip155:8453', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', amount),
          way('eip155:84532', '0x036CbD53842c5426634e7929541eC2318f3dCF7e', '1'),
          way('eip155:8453', '0x0000000000000000000000000000000000000001', '7'),
        ];
        await database.query('update services set observed = $2 where id = $1', [own?.id, { accepts }]);
      }
      await database.query(
        `insert into checks (service_id, checked_at, verdict, detail, declared, observed)
        values ($1, now(), 'other_details', 'other_method', '{}', '{}')`,
        [own?.id],
      );
      await until(async () => (await client.getService(own?.id ?? '')).accepts !== undefined, {
        message: 'it is not shown',
      });
      const page = await openPage(t, scene);
      await page.goto(`/services/${own?.id}`);
      t.match(await page.locator('.ways li').allTextContents(), [
        `0.02 USDC · Base (eip155:8453) · exact · ${wallet}`,
        `0.000001 USDC · Base Sepolia (eip155:84532) · exact · ${wallet} Testnet: no real money`,
        /^7 0x0{39}1 · Base \(eip155:8453\)/,
      ]);
      await page.getByRole('heading', { name: 'Changes' }).waitFor();
      t.match(await page.locator('.changes li').allTextContents(), [/Ways to pay: .*"10000".*became .*"20000"/]);
      t.strictSame(await violations(page), [], 'the ways to pay');
      await page.goto('/account');
      await page.getByLabel('API key').fill(scene.directory.apiKey);
      await page.keyboard.press('Enter');
      await page.getByText('Result: description differs from the registration. other_method').waitFor();
      t.strictSame(await violations(page), [], 'the list');
      await page.goto('/');
      await page.getByLabel('Network type').selectOption('false');
      await page.waitForURL(/[?&]testnet=false$/);
      await page.waitForFunction(() => document.title.startsWith('Mainnets only'));
      t.strictSame(page.complaints, []);
    },
  );

  t.test('a warning above the call says that a service does not respond, or asks for another payment', async (t) => {
    const page = await openPage(t, scene);
    const open = (name: string) => page.goto(`/services/${scene.services.get(name)?.id}`);
    const client = createClient({ baseUrl: scene.directory.url });
    const change = async (name: string, column: 'status' | 'observed', value: unknown) => {
      const { database } = scene;
      const id = scene.services.get(name)?.id ?? '';
      const before = (await client.getService(id)).updatedAt;
      await database.query(`update services set ${column} = $2, updated_at = now() where id = $1`, [id, value]);
      await until(async () => (await client.getService(id)).updatedAt !== before, { message: 'it is not shown' });
    };
    const offer = (payTo: string, amount: string) => ({
      accepts: [
        { scheme: 'exact', network: 'eip155:8453', asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', amount, payTo },
      ],
    });
    await change('Filler 1', 'status', 'inactive');
    await change('Filler 2', 'observed', offer('0x209693bc6afc0c5328ba36faf03c514ef312287c', '20000'));
    await change('Filler 3', 'observed', offer('0x209693bc6afc0c5328ba36faf03c514ef312287c', '30000'));
    const warning = page.getByRole('note');
    await open('Filler 1');
    t.match(await warning.textContent(), /its latest checks failed/);
    await open('Filler 2');
    t.equal(await warning.count(), 0, 'the registered address and price');
    await open('Filler 3');
    t.match(await warning.textContent(), /differs from what is registered/);
    t.strictSame(await violations(page), [], 'the warning');
    const [above, call] = [
      await warning.boundingBox(),
      await page.getByRole('heading', { name: 'Call it' }).boundingBox(),
    ];
    t.ok(above && call && above.y < call.y);
  });

  t.test('the record of a service fits a phone, in Japanese and in the dark', async (t) => {
    const page = await openPage(t, scene, {
      locale: 'ja-JP',
      colorScheme: 'dark',
      viewport: { width: 320, height: 640 },
    });
    await page.goto(`/services/${id}`);
    await page.getByText('表で見る').click();
    t.strictSame(await sticksOut(page), [], 'the record');
    t.strictSame(await contrastViolations(page), [], 'the record in the dark');
  });

  t.test('the page of operators takes an admin key, and no other', async (t) => {
    const page = await openPage(t, scene);
    const { key } = await createKey(database, { name: 'Nobody', scopes: ['services:write'] });
    await page.goto('/admin');
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByText('This is for operators: paste an admin key.').first().waitFor();
    t.equal(await page.locator('table').count(), 0);
  });

  t.test('who has the next admin key sees nothing of what the last one saw', async (t) => {
    const page = await openPage(t, scene);
    const [first, second] = await Promise.all(
      ['First', 'Second'].map((name) => createKey(database, { name, scopes: ['admin'] })),
    );
    const paste = async (key = '') => {
      await page.getByLabel('API key').fill(key);
      await page.keyboard.press('Enter');
    };
    await page.goto('/admin');
    await paste(first?.key);
    await page.locator('#keys tbody tr').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Clear the key' }).click();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/admin/keys', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/admin/keys');
    await paste(second?.key);
    await asked;
    await page.locator('#keys').waitFor({ state: 'attached' });
    t.equal(await page.locator('#keys tbody tr').count(), 0);
    answer();
    await page.locator('#keys tbody tr').first().waitFor({ state: 'attached' });
  });
}
