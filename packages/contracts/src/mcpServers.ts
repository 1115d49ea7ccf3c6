import { type Static, Type } from '@sinclair/typebox';
import { serviceIdPattern } from './service.js';

/** The parameters of GET /v0.1/servers: those of the MCP Registry that make sense here. */
export const McpServersQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, expected: 'a whole number from 1 to 100' })),
    cursor: Type.Optional(
      Type.String({ pattern: serviceIdPattern, expected: 'the nextCursor of an earlier response' }),
    ),
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: '^[^\\0]*$',
        expected: 'part of a name, of at most 200 characters',
      }),
    ),
    updated_since: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)$',
        expected: 'a time such as "2026-01-15T09:30:00Z"',
      }),
    ),
    version: Type.Optional(Type.String({ pattern: '^latest$', expected: '"latest": no other version is known' })),
  },
  { additionalProperties: false },
);
export type McpServersQuery = Static<typeof McpServersQuery>;
