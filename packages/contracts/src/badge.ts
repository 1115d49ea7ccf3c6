import { Type } from '@sinclair/typebox';
import { choice } from './choice.js';

/** The parameters of GET /badges/:id.svg. */
export const BadgeQuery = Type.Object(
  { show: Type.Optional(choice(['status', 'trust', 'uptime', 'price'], 'What the badge shows.')) },
  { additionalProperties: false },
);

/** The parameters of GET /cards/:id.png. */
export const CardQuery = Type.Object(
  { lang: Type.Optional(choice(['en', 'ja'], 'The language of the badge.')) },
  { additionalProperties: false },
);
