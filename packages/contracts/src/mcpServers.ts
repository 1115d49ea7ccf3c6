import { Type } from '@sinclair/typebox';

/** The parameters of GET /v0.1/servers, as far as the MCP Registry's make sense here. */
export const McpServersQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, expected: 'a whole number from 1 to 100' })),
    cursor: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$', expected: 'the nextCursor of an earlier answer' })),
    version: Type.Optional(Type.String({ pattern: '^latest$', expected: '"latest": no other version is known' })),
  },
  { additionalProperties: false },
);
