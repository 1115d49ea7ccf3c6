import type { DirectoryClient } from '@shirube/testing';
import type { Test } from 'tap';
import { createSchemaCheck } from './publishedSchema.js';

/** The server.json schema that the MCP Registry publishes, in a file outside this repository. */
const schemaFile = process.env.MCP_REGISTRY_SCHEMA;

/** The directory as a server, in the format of the MCP Registry. */
export async function mcpRegistry(t: Test, directory: DirectoryClient): Promise<void> {
  const skip = schemaFile ? false : 'MCP_REGISTRY_SCHEMA does not name the schema that the MCP Registry publishes';
  await t.test('server.json fits the published schema', { skip }, async (t) => {
    const { body } = await directory.get('/server.json');
    t.equal(createSchemaCheck(schemaFile ?? '')(body), undefined);
  });

  await t.test('server.json is the directory itself', async (t) => {
    const { body, headers } = await directory.get<Record<string, unknown>>('/server.json');
    t.match(body, {
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]{1,50}$/,
      description: /^.{1,100}$/su,
      title: 'Shirube',
      version: /^\d/,
      remotes: [{ type: 'streamable-http', url: `${directory.base}/mcp` }],
    });
    t.equal((await directory.get('/server.json', { 'if-none-match': headers.get('etag') ?? '' })).status, 304);
  });
}
