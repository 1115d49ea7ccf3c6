import { execFileSync } from 'node:child_process';
import { ProblemError } from '@shirube/client';
import type { CheckHistory } from '@shirube/contracts';
import { createBackoff } from '@shirube/domain';
import { shellQuote } from '@shirube/domain/snippets';
import t from 'tap';
import { emptyFields, fieldsOf, rebase, toPatch, toRegistration } from '../dist/browser/account/formFields.js';
import { httpAddress, plainAmount } from '../dist/browser/formats.js';
import { parameterRows } from '../dist/browser/service/parameterRows.js';
import { cellsOf, gradeOf } from '../dist/browser/service/record/checkPlots.js';
import { secondsToRetry } from '../dist/browser/useAnswer.js';

t.test('a quoted text reaches a shell command unchanged, and runs nothing', async (t) => {
  for (const text of ['https://a.example/?q=1&b=$(id)', "https://a.example/';touch x;'", '`id` "x" \\ !! 標', "'"]) {
    t.equal(execFileSync('sh', ['-c', `printf %s ${shellQuote(text)}`], { encoding: 'utf8' }), text);
  }
});

t.test('an amount is shown without needless zeros and without rounding', async (t) => {
  t.equal(plainAmount('0.0100'), '0.01');
  t.equal(plainAmount('007'), '7');
  t.equal(plainAmount('0.000'), '0');
  t.equal(plainAmount('10'), '10');
  t.equal(plainAmount('12345678901234567890.123456789012345678'), '12345678901234567890.123456789012345678');
});

t.test('only plain web addresses become links', async (t) => {
  t.equal(httpAddress('https://api.example.com/v1?x=1'), 'https://api.example.com/v1?x=1');
  t.equal(httpAddress('HTTP://api.example.com'), 'HTTP://api.example.com');
  const refused = ['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', '//a.example', 'https://', ''];
  for (const text of refused) t.equal(httpAddress(text), undefined, text);
  t.equal(httpAddress('https://bank.example@evil.example/'), undefined);
});

t.test('a schema becomes rows with nested members by dotted names, and a malformed one becomes none', async (t) => {
  const schema = {
    required: ['range'],
    properties: {
      range: { type: 'object', required: ['from'], properties: { from: { type: 'string', description: 'A day.' } } },
      tags: { type: 'array', items: { type: 'object', properties: { name: { anyOf: [{ const: 1 }, {}] } } } },
      units: { enum: ['metric', 'imperial'] },
    },
  };
  t.strictSame(
    parameterRows(schema).map(({ name, type, isRequired, description }) => [name, type, isRequired, description]),
    [
      ['range', 'object', true, ''],
      ['range.from', 'string', true, 'A day.'],
      ['tags', 'object[]', false, ''],
      ['tags[].name', '1 | any', false, ''],
      ['units', '"metric" | "imperial"', false, ''],
    ],
  );
  for (const odd of [null, 1, 'text', [], { properties: 3 }, { type: 'string' }]) t.strictSame(parameterRows(odd), []);
  const endless: Record<string, unknown> = { type: 'array' };
  Object.assign(endless, { items: endless, properties: { again: endless } });
  t.ok(parameterRows(endless).length < 100);
  t.strictSame(parameterRows({ properties: { a: 1, b: { enum: 2, type: {}, required: 3 } } }).length, 2);
});

const step = (at: string, uptime: number | null): CheckHistory['steps'][number] => ({
  at,
  checks: 1,
  uptime,
  responseMs: 5,
  slowestMs: 5,
  verdicts: [],
  price: null,
  currency: null,
});

t.test('the availability strip has a cell for every day of the window, checked or not', async (t) => {
  const steps = [step('2026-01-02T00:00:00.000Z', 100), step('2026-01-04T00:00:00.000Z', 50)];
  const cells = cellsOf({
    id: '',
    window: '90d',
    from: '2026-01-01T15:00:00.000Z',
    to: '2026-01-04T15:00:00.000Z',
    step: 'day',
    isSimulated: false,
    checks: 2,
    uptime: 75,
    responseMs: 5,
    verdicts: [],
    steps,
    prices: [],
  });
  t.strictSame(
    cells.map(({ at, result }) => [at.slice(0, 10), result?.uptime]),
    [
      ['2026-01-01', undefined],
      ['2026-01-02', 100],
      ['2026-01-03', undefined],
      ['2026-01-04', 50],
    ],
  );
});

t.test('an unknown uptime is graded neither good nor poor', async (t) => {
  t.strictSame([null, undefined, 100, 95, 0].map(gradeOf), ['unknown', 'unknown', 'good', 'fair', 'poor']);
});

const registered = {
  name: 'Sky',
  description: 'Reads the sky',
  endpoint: 'https://sky.example',
  category: 'weather',
  pricing: { currency: 'USDC', pricePerRequest: '0.01', freeQuota: 5 },
  x402Config: { network: 'base', paymentAddress: '0x1' },
};
const fields = fieldsOf(registered);

t.test('an untouched form is the registration, and its patch is empty', async (t) => {
  t.strictSame(toRegistration(fields), registered);
  t.strictSame(toPatch(fields, fields), {});
});

t.test('a patch holds only the changed fields, and removes an emptied quota', async (t) => {
  const changed = {
    ...fields,
    'pricing.pricePerRequest': '０．０２ ',
    'pricing.freeQuota': '',
    name: 'Sky 2',
  };
  t.strictSame(toPatch(changed, fields), {
    name: 'Sky 2',
    pricing: { pricePerRequest: '0.02', freeQuota: null },
  });
});

t.test('a dollar sign is removed from a price in dollars, and from no other', async (t) => {
  const priced = (price: string, currency: string) =>
    toRegistration({ ...fields, 'pricing.pricePerRequest': price, 'pricing.currency': currency }).pricing
      .pricePerRequest;
  t.equal(priced(' $0.01', 'USDC'), '0.01');
  t.equal(priced('＄ ０．０１', ''), '0.01');
  t.equal(priced('$5', 'JPYC'), '$5', 'which the API refuses');
});

t.test('a quota that is no number is sent as one that the API refuses, never left out', async (t) => {
  const changed = { ...fields, 'pricing.freeQuota': 'many' };
  t.strictSame(toPatch(changed, fields), { pricing: { freeQuota: -1 } });
  t.equal(toRegistration(emptyFields).pricing.freeQuota, undefined);
});

t.test('the fields that were typed win over changes that others have made meanwhile', async (t) => {
  const typed = { ...fields, name: 'Mine' };
  const now = { ...fields, name: 'Theirs', category: 'sky' };
  t.strictSame(rebase(typed, fields, now), { ...fields, name: 'Mine', category: 'sky' });
});

const problem = (status: number, headers: Record<string, string> = {}) =>
  new ProblemError({ status, code: 'x', title: 'x', detail: 'x' }, new Headers(headers));

t.test('a temporary failure is retried after Retry-After, otherwise after growing pauses', async (t) => {
  const backoff = createBackoff({ first: 1, longest: 30 });
  t.equal(secondsToRetry(problem(503, { 'retry-after': '7' }), backoff), 7);
  t.equal(secondsToRetry(problem(429, { 'retry-after': '0' }), backoff), 1);
  t.strictSame(
    Array.from({ length: 7 }, () => secondsToRetry(new TypeError('not reached'), backoff)),
    [1, 2, 4, 8, 16, 30, 30],
  );
});

t.test('a permanent failure is not retried', async (t) => {
  for (const status of [400, 404, 500]) t.equal(secondsToRetry(problem(status), createBackoff()), undefined);
});
