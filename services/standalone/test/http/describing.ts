import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { DiscoveryList, ServiceDetail, ServiceHistory } from '@shirube/contracts';
import { type DirectoryClient, registration, wallet } from '@shirube/testing';
import { type DiscoveryExtension, validateDiscoveryExtension } from '@x402/extensions/bazaar';
import type { Test } from 'tap';

const call = {
  type: 'http',
  method: 'POST',
  queryParams: {
    type: 'object',
    properties: { units: { $ref: '#/$defs/units' } },
    $defs: { units: { enum: ['m', 'ft'] } },
  },
  body: { type: 'object', properties: { zone: { type: 'string' }, at: { type: 'string' } }, required: ['zone'] },
  output: { mediaType: 'application/json', schema: { type: 'object' }, example: { height: 2.4, at: 'noon' } },
  examples: { queryParams: { units: 'm' }, body: { zone: 'Asia/Tokyo', at: 'noon' } },
} as const;
const presented = {
  provider: { name: 'Quokka Works', url: 'https://quokka.example' },
  documentationUrl: 'https://quokka.example/docs',
  iconUrl: 'https://quokka.example/icon.png',
  tags: ['bathymetry', '水深'],
};

/** The optional details of a service beyond the specification, in every place that shows them. */
export async function describing(t: Test, directory: DirectoryClient): Promise<void> {
  const x402Config = { paymentAddress: `0x${'d'.repeat(40)}`, network: 'base' };
  const sent = { ...registration({ endpoint: 'https://quokka.example/depth', x402Config }), ...presented, call };
  const toolCall = registration({
    endpoint: 'https://quokka.example/mcp',
    call: { type: 'mcp', toolName: 'measure', body: { type: 'object' }, examples: { body: { zone: 'x' } } },
  });
  const [service, tool] = await directory.registerAll([registration(sent), toolCall]);
  if (!service || !tool) throw new Error('nothing was registered');
  const path = `/api/services/${service.id}`;
  const detail = await directory.get<ServiceDetail>(path);

  await t.test('the registration and the detail have all details as they were sent', async (t) => {
    t.strictSame(detail.body, service);
    t.match(detail.body, { ...presented, call });
    t.equal(JSON.stringify(detail.body.call), JSON.stringify(call), 'in the same order');
    const { body: own } = await directory.get<ServiceDetail[]>('/api/account/services?limit=2', {
      authorization: `Bearer ${directory.key}`,
    });
    t.strictSame(own.find(({ id }) => id === service.id)?.call, call);
  });

  await t.test(
    'lists and searches have all details but the call, and find a service by tag, not by a name that its host does not spell',
    async (t) => {
      const { call: _call, sources, ...light } = detail.body;
      t.match(sources, { provider: 'registered', tags: 'registered', call: 'registered' });
      const { body: listed } = await directory.list({ sortBy: 'createdAt', limit: 100 });
      t.strictSame(
        listed.find(({ id }) => id === service.id),
        light,
      );
      for (const word of ['bathymetry', '水深']) {
        const { services } = await directory.keyword(word);
        t.equal(services[0]?.id, service.id, word);
        t.notOk('call' in Object(services[0]));
      }
      const found = async (word: string) => (await directory.keyword(word)).services.map(({ id }) => id);
      t.strictSame((await found('quokka')).slice(0, 2).sort(), [service.id, tool.id].sort(), 'both of the host');
      t.notOk((await found('works')).includes(service.id));
      t.equal((await directory.intent('bathymetry')).services[0]?.id, service.id);
    },
  );

  await t.test('the discovery protocol has the details in its own form', async (t) => {
    const { paymentAddress } = x402Config;
    const { body } = await directory.get<DiscoveryList>(`/discovery/resources?type=http&payTo=${paymentAddress}`);
    const resource = body.items.find(({ resource }) => resource === service.endpoint);
    t.match(resource, { type: 'http', iconUrl: presented.iconUrl, tags: ['utilities', ...presented.tags] });
    const bazaar = Object(resource?.extensions?.bazaar) as DiscoveryExtension;
    t.match(bazaar.info.input, { type: 'http', method: 'POST', bodyType: 'json', ...call.examples });
    t.strictSame(validateDiscoveryExtension(bazaar), { valid: true }, 'with references that hold');
    t.notOk(body.items.some(({ type }) => type === 'mcp'));

    const { body: tools } = await directory.get<DiscoveryList>('/discovery/resources?type=mcp');
    t.equal(tools.pagination.total, 1);
    t.match(tools.items, [{ type: 'mcp', resource: tool.endpoint }]);
    t.match(tools.items[0]?.extensions?.bazaar, { info: { input: { type: 'mcp', toolName: 'measure' } } });
  });

  await t.test('services on test networks are marked, can be filtered by, and come last', async (t) => {
    const category = 'test-networks';
    const registered = (network: string) =>
      directory.registerAll([
        registration({ category, name: `Zebra on ${network}`, x402Config: { paymentAddress: wallet, network } }),
      ]);
    // One after the other, because the order of two concurrent registrations is undefined.
    const [real] = await registered('base');
    const [test] = await registered('base-sepolia');
    t.notOk('testnet' in Object(real));
    t.equal(test?.testnet, true);
    t.equal((await directory.get<ServiceDetail>(`/api/services/${test?.id}`)).body.testnet, true);
    const ids = async (query: Record<string, string>) =>
      (await directory.list({ category, ...query })).body.map(({ id }) => id);
    t.strictSame(await ids({}), [real?.id, test?.id]);
    t.strictSame(await ids({ sortBy: 'createdAt' }), [test?.id, real?.id], 'an order that is asked for holds');
    t.strictSame(await ids({ query: 'zebra' }), [real?.id, test?.id]);
    t.strictSame(await ids({ testnet: 'true' }), [test?.id]);
    t.strictSame(await ids({ testnet: 'false' }), [real?.id]);
    t.equal((await directory.list({ testnet: 'maybe' })).status, 400);
  });

  await t.test('an agent gets the call of a service', async (t) => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${directory.base}/mcp`)));
    t.teardown(() => client.close());
    const answer = await client.callTool({ name: 'get_service', arguments: { id: service.id } });
    t.match(answer.structuredContent, { service: { ...presented, call } });
    t.match(JSON.stringify(answer.content), /Asia\/Tokyo/);
  });

  await t.test('the export as NDJSON has the details, and the export for scanners has not', async (t) => {
    const { text } = await directory.get('/api/export?format=ndjson');
    const line = text.split('\n').find((one) => one.includes(service.id));
    t.match(JSON.parse(line ?? ''), { ...presented, call });
    const { text: scanned } = await directory.get('/api/export');
    t.notMatch(scanned, /bathymetry|Asia\/Tokyo/);
  });

  await t.test('a change of a schema is in the history, with the value before and after', async (t) => {
    const body = { type: 'object', properties: { zone: { type: 'string' }, depth: { type: 'number' } } };
    const reply = await directory.request(path, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${directory.key}`,
        'content-type': 'application/merge-patch+json',
        'if-match': detail.headers.get('etag') ?? '',
      },
      body: JSON.stringify({ call: { body, method: 'PUT' } }),
    });
    t.equal(reply.status, 200, 'with the tag of the detail');
    const { body: history } = await directory.get<ServiceHistory>(`${path}/changes`);
    t.match(history[0], { type: 'updated' });
    t.strictSame(history[0]?.fields.toSorted(), ['call.body', 'call.method']);
    const values = new Map(history[0]?.values?.map(({ field, from, to }) => [field, { from, to }]));
    t.strictSame(values.get('call.method'), { from: 'POST', to: 'PUT' });
    t.strictSame(JSON.parse(values.get('call.body')?.to ?? ''), body);
    t.strictSame(JSON.parse(values.get('call.body')?.from ?? ''), call.body);
  });
}
