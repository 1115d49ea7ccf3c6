import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { directoryClient, registration, startDirectory, until } from '@shirube/testing';
import t, { type Test } from 'tap';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string } }[];
  links?: { traceId: string; spanId: string }[];
}

interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Span[] }[];
  }[];
}

/** Starts a minimal collector: an HTTP server that accepts OTLP and stores the spans. */
async function startCollector(t: Test) {
  const spans: Span[] = [];
  const services = new Set<string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { resourceSpans }: Export = JSON.parse(Buffer.concat(chunks).toString());
    for (const { resource, scopeSpans } of resourceSpans) {
      for (const { key, value } of resource.attributes) {
        if (key === 'service.name' && value.stringValue) services.add(value.stringValue);
      }
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, spans, services };
}

async function startTraced(t: Test, env: Record<string, string>) {
  const directory = await startDirectory(t, { OTEL_BSP_SCHEDULE_DELAY: '50', ...env });
  return { directory, client: directoryClient(directory.url, directory.apiKey) };
}

t.test('a registration is one trace, from the request through the job to the engine', async (t) => {
  const collector = await startCollector(t);
  const { client } = await startTraced(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'directory-under-test',
  });
  const caller = { traceId: '', spanId: 'b7ad6b7169203331' };
  const inTrace = (name: string) =>
    collector.spans.find((span) => span.traceId === caller.traceId && span.name === name);
  const findSpan = (name: string) => until(() => inTrace(name), { message: `no span ${name} in the trace` });
  const batches = () => collector.spans.filter(({ name }) => name === 'index batch').length;
  // The indexer also polls the log. Entries that it finds before it is woken get a batch outside the trace.
  do {
    const before = batches();
    caller.traceId = randomBytes(16).toString('hex');
    const { status } = await client.post(registration(), {
      prefer: 'wait=20',
      traceparent: `00-${caller.traceId}-${caller.spanId}-01`,
    });
    t.equal(status, 201);
    await findSpan('enqueue');
    await until(() => batches() > before, { message: 'there is no batch' });
  } while (!inTrace('index batch'));
  const post = await findSpan('POST /api/services');
  t.equal(post.parentSpanId, caller.spanId, 'the trace of the caller goes on');
  const enqueue = await findSpan('enqueue');
  const handler = collector.spans.find(({ spanId }) => spanId === enqueue.parentSpanId);
  t.match(handler, { name: /^handler/, parentSpanId: post.spanId });
  const batch = await findSpan('index batch');
  t.equal(batch.parentSpanId, enqueue.spanId);
  t.match(batch.links, [{ traceId: caller.traceId, spanId: enqueue.spanId }]);
  const apply = await findSpan('engine apply');
  t.equal(apply.parentSpanId, batch.spanId);
  t.strictSame([...collector.services], ['directory-under-test']);

  await client.get('/live');
  await client.intent('weather');
  await until(() => collector.spans.some(({ name }) => name === 'engine rank'), {
    message: 'a search shows no call to the engine',
  });
  await client.get('/api/services/nobody?secret=1');
  const refused = await until(() => collector.spans.find(({ name }) => name === 'GET /api/services/:id'), {
    message: 'what was refused has no span',
  });
  t.not(refused.status.code, 2, 'it is no error');
  t.notMatch(JSON.stringify(refused.attributes), 'secret', 'queries stay here');
  t.notOk(
    collector.spans.some(({ name }) => name.includes('/live')),
    'health checks are left out',
  );
});

t.test('with OTEL_SDK_DISABLED nothing is sent, and registrations work', async (t) => {
  const collector = await startCollector(t);
  const { client } = await startTraced(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SDK_DISABLED: 'true',
  });
  const { status } = await client.post(registration(), { prefer: 'wait=20' });
  t.equal(status, 201);
  t.strictSame(collector.spans, []);
});

t.test('a collector that is down costs a line in the log, and registrations work', async (t) => {
  const { client, directory } = await startTraced(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
  });
  const { status } = await client.post(registration(), { prefer: 'wait=20' });
  t.equal(status, 201);
  await directory.waitForOutput(/the trace collector cannot be used: /);
});
