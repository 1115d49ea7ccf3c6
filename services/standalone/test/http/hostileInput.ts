import { type DirectoryClient, registration } from '@shirube/testing';
import type { Test } from 'tap';
import { rawRequest, requestText } from './rawRequest.js';

const hostile = [
  "'; drop table services; --",
  '" OR id EXISTS OR name = "',
  'price < 0 OR price > 0',
  '\\" OR 1=1',
  '\\',
  '`rm -rf`',
  '$(id)',
  '{{7*7}}',
  '%00',
  '\u0000',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '\u202e\u200b\ufeff',
  '＂；',
  '𠮷'.repeat(100),
  '👩‍👩‍👧‍👦'.repeat(50),
  'a '.repeat(900),
  'を'.repeat(1500),
  '*'.repeat(100),
  '((((((((((',
  '한국어 번역',
  '中文翻译服务',
  'tenki',
];

/** Whatever is sent, the response is a 4xx problem or a normal response, never a 500. */
export async function hostileInput(t: Test, directory: DirectoryClient): Promise<void> {
  await t.test('hostile text in any parameter never makes a server error', async (t) => {
    const parameters = [
      'query',
      'category',
      'chain',
      'status',
      'minPricePerRequest',
      'maxPricePerRequest',
      'minTrust',
      'minUptime',
      'language',
      'currency',
      'sortBy',
      'limit',
      'offset',
    ];
    const paths = hostile.flatMap((text) => {
      const value = encodeURIComponent(text);
      return [
        ...parameters.map((parameter) => `/api/services?${parameter}=${value}`),
        `/api/catalog/search?q=${value}`,
        `/api/services/search/intent?q=${value}`,
        `/api/services/search/intent?q=weather&currency=${value}`,
        `/api/services/${value}`,
        `/api/services?${value}=1`,
      ];
    });
    for (const path of paths) {
      const { status } = await directory.get(path);
      t.ok(status < 500, `${status} ${path.slice(0, 80)}`);
    }
  });

  await t.test('CONNECT and a method in lower case are a 405', async (t) => {
    t.equal((await rawRequest(t, directory.base, requestText('CONNECT', 'x:443'))).status, 405);
    t.equal((await rawRequest(t, directory.base, requestText('get', '/api/services'))).status, 405);
  });

  await t.test('hostile text in a registration is kept as text', async (t) => {
    const texts = hostile.filter(
      (text) =>
        !['\u0000', '\u202e'].some((refused) => text.includes(refused)) &&
        text.trim() !== '' &&
        [...text].length <= 255,
    );
    for (const name of texts) {
      const { status, body } = await directory.post(registration({ name, category: 'hostile-names' }));
      t.equal(status, 201, name);
      const detail = await directory.get<{ name: string }>(`/api/services/${body.id}`);
      t.equal(detail.body.name, name.trim());
    }
  });
}
