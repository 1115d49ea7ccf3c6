import { members } from '@shirube/domain';
import { type Static, Type } from '@sinclair/typebox';
import { compileReader } from './compileFaults.js';
import type { FaultList } from './faults.js';
import { choice } from './fieldTypes.js';
import { ProofKind, Timestamp } from './service.js';

/** A challenge to prove ownership. Any one of the ways proves that the account of the service owns its endpoint. */
export const OwnerClaim = Type.Object({
  token: Type.String({ description: 'Valid only for this account and this service.' }),
  expiresAt: Timestamp,
  wellKnown: Type.Object(
    { url: Type.String(), content: Type.Object({ tokens: Type.Array(Type.String()) }) },
    { description: 'JSON to serve at this address; `tokens` may contain other tokens too.' },
  ),
  dns: Type.Optional(
    Type.Object(
      { name: Type.String(), type: Type.Literal('TXT'), value: Type.String() },
      { description: 'The record to publish; absent if the host is an IP address.' },
    ),
  ),
  signature: Type.Optional(
    Type.Object(
      {
        address: Type.String({
          description: 'The address that signs: the payment address, to which the endpoint must ask for payment.',
        }),
        scheme: choice(['eip-191', 'ed25519']),
        message: Type.String({ description: 'The exact bytes to sign.' }),
      },
      { description: 'Absent on networks whose signatures are not supported.' },
    ),
  ),
});
export type OwnerClaim = Static<typeof OwnerClaim>;

function noteSignatureFaults(body: unknown, list: FaultList): void {
  const { how, signature } = members(body);
  if (how === 'signature' && signature === undefined)
    list.add('signature', 'is required: the signature of the message');
  if (how !== 'signature' && signature !== undefined) list.add('signature', 'is only for how "signature"');
}

/** The body of POST /api/services/:id/claim/proof. */
export const OwnerProof = Type.Object(
  {
    how: ProofKind,
    signature: Type.Optional(
      Type.String({
        maxLength: 256,
        description:
          'For how "signature": 65 bytes as 0x and hexadecimal (EVM), or 64 bytes in base58 or base64 (Solana).',
        expected: 'a signature of at most 256 characters',
      }),
    ),
  },
  {
    additionalProperties: false,
    expected: 'an object with how and, if how is "signature", the signature',
    noteFaults: noteSignatureFaults,
  },
);
export type OwnerProof = Static<typeof OwnerProof>;

export const readOwnerProof = compileReader(OwnerProof);
