import { type DirectoryClient, registration } from '@shirube/testing';
import type { Test } from 'tap';
import { createSchemaCheck } from '../../../../packages/contracts/dist-test/publishedSchema.js';

interface RegistryPage {
  servers: { server: Record<string, unknown>; _meta: object }[];
  metadata: { count: number; nextCursor?: string };
}

/** Asserts what the schema of the MCP Registry (2025-12-11) requires of a server. */
function isServer(t: Test, server: Record<string, unknown>): void {
  t.match(server, {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/,
    description: /^.{1,100}$/su,
    title: /^.{1,100}$/su,
    version: /^.{1,255}$/,
    remotes: [{ type: /^(streamable-http|sse)$/, url: /^https?:\/\/[^\s]+$/ }],
  });
  t.ok(String(server.name).length >= 3 && String(server.name).length <= 200);
}

/** The server.json schema that the MCP Registry publishes, in a file outside this repository. */
const schemaFile = process.env.MCP_REGISTRY_SCHEMA;

/** The directory as a server, and its tools as servers, in the format of the MCP Registry. */
export async function mcpRegistry(t: Test, directory: DirectoryClient): Promise<void> {
  /** Returns the servers of all pages. */
  async function listed(t: Test, limit: number): Promise<RegistryPage['servers']> {
    const servers: RegistryPage['servers'] = [];
    let cursor: string | undefined;
    do {
      const after = cursor ? `&cursor=${cursor}` : '';
      const { status, body } = await directory.get<RegistryPage>(`/v0.1/servers?limit=${limit}${after}`);
      t.equal(status, 200);
      t.equal(body.metadata.count, body.servers.length);
      servers.push(...body.servers);
      cursor = body.metadata.nextCursor;
    } while (cursor);
    return servers;
  }

  await t.test('tools of MCP servers are listed as a registry of MCP lists servers', async (t) => {
    const call = { type: 'mcp' as const, toolName: 'forecast', transport: 'sse' as const };
    const [cheap] = await directory.registerAll([registration({ name: 'No tool' })]);
    const { x402Config } = registration();
    const onTestNetwork = { ...x402Config, network: 'base-sepolia' };
    const endpoint = 'https://mcp.trial.example.com/mcp';
    await directory.registerAll([registration({ name: 'Trial', endpoint, call, x402Config: onTestNetwork })]);
    const tools = await directory.registerAll(
      ['One', 'Two'].map((name) =>
        registration({ name: `Registry ${name}`, endpoint: `https://mcp.${name.toLowerCase()}.example.com/mcp`, call }),
      ),
    );
    const found = await listed(t, 1);
    for (const { server, _meta } of found) {
      isServer(t, server);
      t.match(_meta, { 'io.modelcontextprotocol.registry/official': { status: 'active', isLatest: true } });
    }
    const isMarked = ({ _meta }: RegistryPage['servers'][number]) => 'shirube/service' in _meta;
    t.match(found.at(-1)?._meta, { 'shirube/service': { testnet: true } }, 'test networks are marked');
    t.ok(found.slice(found.findIndex(isMarked)).every(isMarked), 'and come last');
    const named = (id = '') => found.find(({ server }) => String(server.name).endsWith(id))?.server;
    for (const { id, endpoint } of tools)
      t.match(named(id), { name: /^com\.example\.(one|two)\.mcp\//, remotes: [{ type: 'sse', url: endpoint }] });
    t.notOk(named(cheap?.id), 'what is no tool is not there');
    const names = async (query: string) =>
      (await directory.get<RegistryPage>(`/v0.1/servers?version=latest&${query}`)).body.servers
        .map(({ server }) => String(server.title))
        .sort();
    t.strictSame(await names('search=rEGISTRY%20one'), ['Registry One'], 'by part of a title, in any case');
    t.strictSame(await names('search=com.example.two'), ['Registry Two'], 'or of a name');
    t.strictSame(await names('search=%25'), []);
    const since = (moment: string) => names(`updated_since=${encodeURIComponent(moment)}&search=registry`);
    const [first, last] = tools.map(({ updatedAt }) => updatedAt).sort();
    t.strictSame(await since(first ?? ''), ['Registry One', 'Registry Two']);
    t.ok((await since(last ?? '')).length > 0);
    t.strictSame(await since('2999-01-01T00:00:00+09:00'), []);
    const bad = ['limit=0', 'limit=101', 'cursor=x', 'version=1.0.0', 'search=', 'search=a%00', 'updated_since=today'];
    for (const query of [...bad, 'updated_since=2026-13-01T00:00:00Z'])
      t.equal((await directory.get(`/v0.1/servers?${query}`)).status, 400, query);
  });

  await t.test('a tool that nobody expects is a server by the rules all the same', async (t) => {
    const endpoints = [
      `HTTPS://${'long.'.repeat(45)}example.com/mcp`,
      'http://[2001:db8::7]:8080/mcp/{room}',
      'https://天気.example.com/mcp?q=東京',
    ];
    const tools = await directory.registerAll(
      endpoints.map((endpoint) =>
        registration({
          name: '🌊'.repeat(120),
          description: `Tides\n${'潮'.repeat(200)}`,
          endpoint,
          call: { type: 'mcp', toolName: 'tides' },
        }),
      ),
    );
    const servers = (await listed(t, 100)).map(({ server }) => server);
    for (const server of servers) isServer(t, server);
    for (const { id } of tools) t.ok(servers.some(({ name }) => String(name).endsWith(id)));
  });

  const skip = schemaFile ? false : 'MCP_REGISTRY_SCHEMA does not name the schema that the MCP Registry publishes';
  await t.test('server.json and the listed servers fit the published schema', { skip }, async (t) => {
    const faultOf = createSchemaCheck(schemaFile ?? '');
    const own = await directory.get<Record<string, unknown>>('/server.json');
    const listings = await listed(t, 100);
    t.ok(listings.length >= 5, `${listings.length} servers`);
    for (const server of [own.body, ...listings.map(({ server }) => server)])
      t.equal(faultOf(server), undefined, `${server.name}`);
  });

  await t.test('server.json is the directory itself', async (t) => {
    const { body, headers } = await directory.get<Record<string, unknown>>('/server.json');
    isServer(t, body);
    t.equal((await directory.get('/server.json', { 'if-none-match': headers.get('etag') ?? '' })).status, 304);
  });
}
