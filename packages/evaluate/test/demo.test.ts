import { readFileSync } from 'node:fs';
import { readRegistration } from '@shirube/contracts';
import { canonicalChain } from '@shirube/domain';
import t from 'tap';
import { demoIntents } from '../dist/demo/demoIntents.js';
import { demoServices } from '../dist/demo/demoServices.js';

const lines = (name: string): unknown[] =>
  readFileSync(new URL(`../data/demo/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

const names = demoServices().map(({ registration }) => registration.name);
const hasJapanese = (text: string) => /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text);

t.test('every line of the catalog is a valid registration, stored as it stands', async (t) => {
  const read = lines('catalog.ndjson').map((line) => ({ line, read: readRegistration(line) }));
  t.same(
    read.map(({ read }) => read),
    read.map(({ line }) => ({ registration: line })),
  );
});

t.test('names are unique, since intents refer to them', async (t) => {
  t.equal(new Set(names).size, names.length);
});

t.test('hosts are reserved for examples, so that nobody real is called', async (t) => {
  const hosts = demoServices().map(({ registration }) => new URL(registration.endpoint).hostname);
  t.same(
    hosts.filter((host) => !/\.example(\.com)?$/.test(host)),
    [],
  );
});

t.test('the catalog is varied: languages, categories, chains, currencies, prices and status', async (t) => {
  const services = demoServices();
  const distinct = (value: (service: (typeof services)[number]) => unknown) => new Set(services.map(value)).size;
  const japanese = services.filter(({ registration }) => hasJapanese(registration.description)).length;
  t.ok(services.length >= 160);
  t.ok(japanese / services.length > 0.35 && japanese / services.length < 0.6);
  t.ok(distinct(({ registration }) => registration.category) >= 30);
  t.ok(distinct(({ registration }) => canonicalChain(registration.x402Config.network)) >= 6);
  t.ok(distinct(({ registration }) => registration.pricing.currency) >= 4);
  t.ok(distinct(({ registration }) => registration.pricing.pricePerRequest) >= 20);
  t.equal(
    distinct(({ status }) => status ?? 'unverified'),
    3,
  );
});

t.test('what operators know belongs to a service of the catalog, each at most once', async (t) => {
  const known = namesIn(lines('operators.ndjson'));
  t.equal(new Set(known).size, known.length);
  t.same(
    known.filter((name) => !names.includes(name)),
    [],
  );
});

t.test('whoever has a status or trust has been checked, and the others are new', async (t) => {
  const odd = demoServices().filter(({ status, trustScore = 0, check }) => {
    if (!check) return status !== undefined || trustScore > 0;
    return Number.isNaN(check.lastChecked.getTime()) || trustScore === 0;
  });
  t.same(odd, []);
});

t.test('there are at least 150 intents, each asked once, as many in Japanese as in English', async (t) => {
  const intents = demoIntents();
  const japanese = intents.filter(({ lang }) => lang === 'ja').length;
  t.ok(intents.length >= 150);
  t.ok(Math.abs(2 * japanese - intents.length) <= intents.length / 10);
  t.equal(new Set(intents.map(({ q }) => q)).size, intents.length);
});

t.test('every relevant name is in the catalog, and given once', async (t) => {
  const faulty = demoIntents().filter(
    ({ relevant }) => new Set(relevant).size !== relevant.length || relevant.some((name) => !names.includes(name)),
  );
  t.same(faulty, []);
});

function namesIn(lines: unknown[]): string[] {
  return lines.flatMap((line) =>
    typeof line === 'object' && line !== null && 'name' in line && typeof line.name === 'string' ? [line.name] : [],
  );
}
