import t from 'tap';
import { compileFaults, openApiDocument, QueryText, readRegistration } from '../dist/index.js';
import { Text } from '../dist/text.js';

const name = Text({ minLength: 1, maxLength: 5 });
const faultsOf = compileFaults(name);
const message = (value: unknown) => faultsOf(value)?.faults[0]?.message;

t.test('what is refused is refused with its reason', async (t) => {
  t.equal(message(7), 'must be a string of 1 to 5 characters');
  t.equal(message(' \n'), 'must be a string of 1 to 5 characters; this one is blank');
  t.match(message('123456'), /this one has 6$/);
  t.match(message('a\u0007'), /contains the control character U\+0007$/);
  t.match(message('a\u202eb'), /contains U\+202E, a bidirectional control character$/);
  t.match(message('\ud800'), /unpaired surrogate/);
  for (const unseen of ['\u200b', '\u3164', '\u2800', '\u00ad \u034f', '\u{e0041}', '\ufe0f']) {
    t.match(message(unseen), /has no visible characters$/, JSON.stringify(unseen));
  }
  for (const fine of ['x', '字', '👩‍👧', 'a\u200b', 'ab\u200f', ' abcde ', '\tx\n']) {
    t.equal(message(fine), undefined, JSON.stringify(fine));
  }
});

t.test('the published pattern refuses what is refused but for lengths', async (t) => {
  const pattern = new RegExp(String(name.openApiPattern), 'u');
  for (let point = 0; point <= 0x10ffff; point += point < 0x3100 || point >= 0xe0000 ? 1 : 7) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const text = String.fromCodePoint(point);
    if (pattern.test(text) !== (faultsOf(text) === undefined)) t.fail(`U+${point.toString(16)} alone`);
    if (pattern.test(`a${text}`) !== (faultsOf(`a${text}`) === undefined)) t.fail(`U+${point.toString(16)}`);
  }
  t.notOk(/"(expected|openApiPattern|allows\w+)"/.test(JSON.stringify(openApiDocument())), 'no words of our own');
});

t.test('a query may hold what turns the direction, since nobody else is shown it', async (t) => {
  t.equal(compileFaults(QueryText)('a\u202cb'), undefined);
  t.match('a\u202cb', new RegExp(String(QueryText.openApiPattern), 'u'));
});

t.test('an endpoint has a host that can be seen', async (t) => {
  const faults = (endpoint: string) => {
    const read = readRegistration({ endpoint });
    return 'faults' in read ? read.faults.filter(({ path }) => path === 'endpoint').length : 0;
  };
  for (const bad of ['https:///x', 'https://', 'https://?x', 'https:\\\\x', 'https://a\u200bb', 'https:// x'])
    t.equal(faults(bad), 1, bad);
  for (const good of ['https://例え.jp/天気', 'http://localhost:3000', 'HTTPS://example.com/?q=%20'])
    t.equal(faults(good), 0, good);
});
