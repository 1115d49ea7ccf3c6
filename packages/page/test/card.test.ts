import t from 'tap';
import type { CardService } from '../dist/browser/cardTexts.js';
import { createPage } from '../dist/createPage.js';
import { fitLines } from '../dist/drawCard.js';

const page = await createPage();
const service: CardService = {
  name: 'Tokyo Weather',
  description: 'Hourly weather forecast for Tokyo',
  pricing: { currency: 'USDC', pricePerRequest: '0.010' },
  status: 'verified',
  testnet: false,
};

t.test('a card is a picture of the size that link previews ask for', async (t) => {
  const png = await page.card(service, undefined);
  t.equal(png.subarray(1, 4).toString(), 'PNG');
  t.same([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
  t.same(await page.card(service, 'en'), png, 'English unless another language is asked for');
});

t.test('what a card says can be seen', async (t) => {
  const plain = await page.card(service, 'en');
  const others: [string, Partial<CardService>, string?][] = [
    ['the name', { name: 'Osaka Weather' }],
    ['a name in Japanese', { name: '東京の天気' }],
    ['the description', { description: '東京の天気予報' }],
    ['the price', { pricing: { currency: 'USDC', pricePerRequest: '0.02' } }],
    ['nothing to pay', { pricing: { currency: 'USDC', pricePerRequest: '0.00' } }],
    ['the status', { status: 'inactive' }],
    ['a test network', { testnet: true }],
    ['the language', {}, 'ja'],
  ];
  for (const [name, change, language = 'en'] of others)
    t.notSame(await page.card({ ...service, ...change }, language), plain, name);
});

t.test('lines end between words, and the last one says that more would follow', async (t) => {
  const measure = (text: string) => [...text].length;
  const lines = (text: string, most = 2) => fitLines(text, { measure, widest: 10, most });
  t.same(lines('weather'), ['weather']);
  t.same(lines('weather in Tokyo'), ['weather in', 'Tokyo']);
  t.same(lines('weather in Tokyo and in Osaka'), ['weather in', 'Tokyo and…']);
  t.same(lines('wwwwwwwwwwwwwww'), ['wwwwwwwwww', 'wwwww'], 'a word that is too long');
  t.same(lines('全国の天気予報を返します'), ['全国の天気予報を返し', 'ます']);
  t.same(lines('a'.repeat(10_000), 1), [`${'a'.repeat(9)}…`]);
  t.same(lines(' '), []);
  for (const line of lines('👩‍👩‍👧 العربية ไทย '.repeat(50), 3)) t.ok(measure(line) <= 10, line);
});
