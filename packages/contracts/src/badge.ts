import { Type } from '@sinclair/typebox';
import { choice } from './fieldTypes.js';

/** The parameters of GET /badges/:id.svg. */
export const BadgeQuery = Type.Object(
  { show: Type.Optional(choice(['status', 'trust', 'uptime', 'price'], 'What the badge shows.')) },
  { additionalProperties: false },
);
