import { Type } from '@sinclair/typebox';

export const defaultLimit = 5;

/** How many services a search tool returns: few, since each takes its part of a context window. */
export const Limit = Type.Integer({
  minimum: 1,
  maximum: 20,
  default: defaultLimit,
  description: 'How many services to return.',
  expected: 'a whole number from 1 to 20',
});
