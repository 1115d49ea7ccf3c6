import { type Static, Type } from '@sinclair/typebox';
import { choice, nullable } from './fieldTypes.js';
import { Timestamp } from './service.js';
import { Text } from './text.js';

export const scopes = ['services:write', 'settlements:write', 'admin'] as const;
/** What a key may do. */
export const Scope = choice(scopes, 'What a key may do.');
export type Scope = Static<typeof Scope>;

/** The body of POST /api/account/keys. */
export const AccountKeyRequest = Type.Object(
  { name: Text({ minLength: 1, maxLength: 100, description: 'What the key is for.', examples: ['CI'] }) },
  { additionalProperties: false, expected: 'an object with name' },
);
export type AccountKeyRequest = Static<typeof AccountKeyRequest>;

const optionalTime = nullable(Timestamp);

/** A live key of an account. The secret itself is not stored. */
export const AccountKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  createdAt: Timestamp,
  expiresAt: optionalTime,
  lastUsedAt: optionalTime,
});
export type AccountKey = Static<typeof AccountKey>;

/** A new key with its secret, which is shown only once. */
export const NewAccountKey = Type.Object({
  ...AccountKey.properties,
  key: Type.String({ description: 'Shown only in this response.' }),
});
export type NewAccountKey = Static<typeof NewAccountKey>;
