import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { readSettings, reportedCheck } from '../dist/index.js';
import { wantsTraces } from '../dist/tracing.js';
import { appOf } from './appOf.js';

const run = promisify(execFile);
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

function startApp(t: Test, environment: Record<string, string> = {}) {
  const app = appOf(t, { settings: readSettings(environment) });
  return (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.inject({ url: '/metrics', remoteAddress, headers });
}

const remoteAddress = '203.0.113.7';
const token = 'a-token-of-some-length';

t.test('without a token metrics are for this machine only', async (t) => {
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

t.test('with a token metrics are for everybody who has it', async (t) => {
  const ask = startApp(t, { METRICS_TOKEN: token });
  t.equal((await ask(remoteAddress, { authorization: `Bearer ${token}` })).statusCode, 200);
  t.equal((await ask('127.0.0.1')).statusCode, 200, 'this machine needs none');
  for (const authorization of ['', `Bearer ${token}x`, `Basic ${token}`]) {
    const refused = await ask(remoteAddress, { authorization });
    t.equal(refused.statusCode, 401, authorization);
    t.equal(refused.headers['www-authenticate'], 'Bearer');
  }
});

t.test('METRICS_OPEN opens the metrics to everybody', async (t) => {
  t.equal((await startApp(t, { METRICS_OPEN: 'true' })(remoteAddress)).statusCode, 200);
  t.equal((await startApp(t, { METRICS_OPEN: 'false' })(remoteAddress)).statusCode, 403);
  t.throws(() => readSettings({ METRICS_OPEN: 'perhaps' }), /METRICS_OPEN has an invalid value/);
});

t.test('a part that cannot be used is logged once, and once more when it works again', async (t) => {
  const messages: string[] = [];
  const log = pino({}, { write: (line: string) => void messages.push(JSON.parse(line).msg) });
  let fault: Error | undefined = new Error('it refuses the key');
  const check = reportedCheck(
    'the engine',
    async () => {
      if (fault) throw fault;
    },
    log,
  );
  await t.rejects(check(), { message: 'it refuses the key' });
  await t.rejects(check(), 'the check itself is as it was');
  t.strictSame(messages, ['the engine cannot be used: it refuses the key']);
  fault = undefined;
  await check();
  await check();
  t.strictSame(messages.slice(1), ['the engine works again']);
});

t.test('traces are sent only if there is an address for them and they are not switched off', async (t) => {
  t.equal(wantsTraces({}), false);
  t.equal(wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }), false);
  t.equal(wantsTraces({ OTEL_SERVICE_NAME: 'shirube' }), false);
  t.equal(wantsTraces(endpoint), true);
  t.equal(wantsTraces({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }), true);
  t.equal(wantsTraces({ ...endpoint, OTEL_SDK_DISABLED: 'true' }), false);
  t.equal(wantsTraces({ ...endpoint, OTEL_SDK_DISABLED: 'false' }), true);
  t.equal(wantsTraces({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }), false);
});

t.test('the code that sends traces is loaded only where they are sent', async (t) => {
  const program = `
    import { createRequire } from 'node:module';
    const { createLogger, startTracing } = await import(${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)});
    await startTracing('test', createLogger('test', 'silent'));
    const loaded = Object.keys(createRequire(process.execPath).cache);
    console.log(loaded.filter((path) => /opentelemetry.(sdk|exporter|otlp)/.test(path)).length);`;
  const ask = async (changes: NodeJS.ProcessEnv) => {
    const env = { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: '', ...changes };
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { env });
    return Number(stdout);
  };
  t.equal(await ask({}), 0);
  t.ok((await ask(endpoint)) > 0);
});
