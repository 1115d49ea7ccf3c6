import t from 'tap';
import { hostNames, isAtHost, spellsName } from '../dist/index.js';

t.test('a host with a port or a dot at its end, or an address, is that of its provider', async (t) => {
  for (const text of [
    'example.com',
    'example.com:80',
    'example.com.',
    'api.example.com.:8443',
    'https://api.example.com/v1?a=b#c',
    'https://user@example.com/',
    'EXAMPLE.com',
  ])
    t.equal(hostNames(text).provider, 'example.com', text);
  t.strictSame(hostNames('api.eu.example.com:443').domains, ['api.eu.example.com', 'eu.example.com', 'example.com']);
  t.equal(hostNames('a.vercel.app:3000').provider, 'a.vercel.app');
});

t.test('an address with a port is that of its provider, however it is written', (t) => {
  for (const text of ['203.0.113.7', '203.0.113.7:8443', 'https://203.0.113.7:8443/v1'])
    t.equal(hostNames(text).provider, '203.0.113.7', text);
  for (const text of ['[2001:db8::1]', '[2001:db8::1]:8443', '[2001:DB8:0::1]:80', 'https://[2001:db8::1]/v1'])
    t.equal(hostNames(text).provider, '[2001:db8::1]', text);
  t.ok(isAtHost('https://api.example.com/', 'Example.com.'));
  t.end();
});

t.test('what is no host of a domain is itself', async (t) => {
  for (const text of [
    '',
    '.',
    '..',
    'a b',
    'com',
    'localhost',
    '10.0.0.7',
    '[::1]',
    '[::1]:80',
    'example..com',
    '/',
    '\0',
  ])
    t.ok(hostNames(text).domains.length === 1, text);
});

t.test('the domain of a provider spells its name, but for spaces and punctuation', async (t) => {
  for (const name of ['Loyal Spark', 'loyal-spark', 'LOYALSPARK', 'Loyal.Spark'])
    t.ok(spellsName('loyal-spark.com', name));
  for (const name of ['', 'Loyal', 'Loyal Spark Inc', 'Loyal Spark!', 'com', 'loyal-spark.com'])
    t.notOk(spellsName('loyal-spark.com', name), name);
});
