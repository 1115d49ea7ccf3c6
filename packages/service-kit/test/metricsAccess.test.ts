import t, { type Test } from 'tap';
import { readSettings } from '../dist/index.js';
import { appOf } from './appOf.js';

function startApp(t: Test, environment: Record<string, string> = {}) {
  const app = appOf(t, { settings: readSettings(environment) });
  return (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.inject({ url: '/metrics', remoteAddress, headers });
}

const remoteAddress = '203.0.113.7';
const token = 'a-token-of-some-length';

t.test('metrics are told to this machine only', async (t) => {
  const ask = startApp(t);
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    t.equal((await ask(address)).statusCode, 200, address);
  }
  const refused = await ask(remoteAddress);
  t.equal(refused.statusCode, 403);
  t.match(refused.json(), { code: 'forbidden', detail: /METRICS_TOKEN/ });
  const forwarded = await ask('127.0.0.1', { 'x-forwarded-for': remoteAddress });
  t.equal(forwarded.statusCode, 403, 'nor through a proxy on it');
});

t.test('with the token from anywhere', async (t) => {
  const ask = startApp(t, { METRICS_TOKEN: token });
  t.equal((await ask(remoteAddress, { authorization: `Bearer ${token}` })).statusCode, 200);
  t.equal((await ask('127.0.0.1')).statusCode, 200, 'this machine needs none');
  for (const authorization of ['', `Bearer ${token}x`, `Basic ${token}`]) {
    const refused = await ask(remoteAddress, { authorization });
    t.equal(refused.statusCode, 401, authorization);
    t.equal(refused.headers['www-authenticate'], 'Bearer');
  }
});

t.test('to everybody where that is asked for', async (t) => {
  t.equal((await startApp(t, { METRICS_OPEN: 'true' })(remoteAddress)).statusCode, 200);
  t.equal((await startApp(t, { METRICS_OPEN: 'false' })(remoteAddress)).statusCode, 403);
  t.throws(() => readSettings({ METRICS_OPEN: 'perhaps' }), /METRICS_OPEN has an invalid value/);
});
