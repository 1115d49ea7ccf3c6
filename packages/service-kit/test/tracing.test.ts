import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import { wantsTraces } from '../dist/tracing.js';

const run = promisify(execFile);
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

t.test('traces are sent only when there is an address, and nobody has switched them off', async (t) => {
  t.equal(wantsTraces({}), false);
  t.equal(wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }), false);
  t.equal(wantsTraces({ OTEL_SERVICE_NAME: 'shirube' }), false);
  t.equal(wantsTraces(endpoint), true);
  t.equal(wantsTraces({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }), true);
  t.equal(wantsTraces({ ...endpoint, OTEL_SDK_DISABLED: 'true' }), false);
  t.equal(wantsTraces({ ...endpoint, OTEL_SDK_DISABLED: 'false' }), true);
  t.equal(wantsTraces({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }), false);
});

t.test('what sends traces is not even loaded without them', async (t) => {
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
