import { execFileSync } from 'node:child_process';
import { shellQuote } from '@shirube/domain/snippets';
import t from 'tap';
import { httpAddress, plainAmount } from '../dist/browser/formats.js';
import { parameterRows } from '../dist/browser/service/parameterRows.js';

t.test('a quoted text reaches a command as it is, and runs nothing', async (t) => {
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

t.test('a schema becomes rows, with nested members by dotted names, whatever a seller puts in it', async (t) => {
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
