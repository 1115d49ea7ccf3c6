import { canonicalChain, members, paymentAddressFault } from '@shirube/domain';
import { type Static, Type } from '@sinclair/typebox';
import { Chain } from './chain.js';
import type { FaultList } from './faults.js';
import { choice } from './fieldTypes.js';
import { HttpUrl } from './httpUrl.js';
import { ProofKind, ServiceDetail, Timestamp } from './service.js';

function noteRequestFaults(body: unknown, list: FaultList): void {
  const { url, paymentAddress, network } = members(body);
  if (url === undefined && paymentAddress === undefined)
    list.add('url', 'is required, or paymentAddress and network: what you can prove to be yours');
  if ((paymentAddress === undefined) !== (network === undefined))
    list.add(network === undefined ? 'network' : 'paymentAddress', 'is required: an address is one of a network');
  if (typeof paymentAddress !== 'string' || typeof network !== 'string' || !canonicalChain(network)) return;
  const fault = paymentAddressFault(paymentAddress, network);
  if (fault) list.add('paymentAddress', `must be ${fault}`);
}

/** The body of POST /api/accounts. */
export const SignUpRequest = Type.Object(
  {
    url: Type.Optional(Type.String({ ...HttpUrl, description: 'Any URL of your host, or of what you sell there.' })),
    paymentAddress: Type.Optional(Type.String({ maxLength: 128, description: 'The address that you are paid at.' })),
    network: Type.Optional(Type.String({ ...Chain, description: 'The network of the address.' })),
  },
  {
    additionalProperties: false,
    expected: 'an object with url, or paymentAddress and network',
    noteFaults: noteRequestFaults,
  },
);
export type SignUpRequest = Static<typeof SignUpRequest>;

/** A way to prove what a challenge asks for. */
export const ProofWay = Type.Object({
  way: ProofKind,
  url: Type.Optional(Type.String({ description: 'well-known: where to serve the token, as text.' })),
  name: Type.Optional(Type.String({ description: 'dns: the name of the TXT record whose value is the token.' })),
  address: Type.Optional(Type.String({ description: 'signature: who signs the message.' })),
  scheme: Type.Optional(choice(['eip-191', 'ed25519'], 'signature: how.')),
});
export type ProofWay = Static<typeof ProofWay>;

export const AccountChallenge = Type.Object({
  id: Type.String(),
  message: Type.String({ description: 'What a wallet signs, to the byte (EIP-4361).' }),
  token: Type.String(),
  expiresAt: Timestamp,
  ways: Type.Array(ProofWay, { description: 'Any one is enough.' }),
});
export type AccountChallenge = Static<typeof AccountChallenge>;

function noteProofFaults(body: unknown, list: FaultList): void {
  const { way, signature } = members(body);
  if ((way === undefined) === (signature === undefined))
    list.add('way', 'is required, or signature, but not both: which way of the challenge you have taken');
}

/** The body of POST /api/accounts/:id/proof. */
export const AccountProof = Type.Object(
  {
    way: Type.Optional(choice(['well-known', 'dns'])),
    signature: Type.Optional(
      Type.String({
        maxLength: 256,
        description: '65 bytes as 0x and hexadecimal (EVM), or 64 bytes in base58 or base64 (Solana).',
      }),
    ),
  },
  { additionalProperties: false, expected: 'an object with way or signature', noteFaults: noteProofFaults },
);
export type AccountProof = Static<typeof AccountProof>;

/** The account that a proof gives access to. */
export const ProvenAccount = Type.Object({
  account: Type.Object({
    id: Type.String(),
    name: Type.String(),
    isNew: Type.Boolean({ description: 'false: it is the account of the key that asked.' }),
  }),
  key: Type.String({ description: 'A key with the scope services:write. Only this answer shows it.' }),
  services: Type.Array(
    Type.Object({
      id: ServiceDetail.properties.id,
      name: Type.String(),
      endpoint: Type.String(),
      wasYours: Type.Boolean({ description: 'Whether the account had it before the proof.' }),
      yoursFrom: Type.Optional(
        Type.String({
          description: 'Another account has it, and was told: it becomes yours at this time. Absent: it is yours.',
        }),
      ),
    }),
    { description: 'The services that the proof is about, up to 200.' },
  ),
});
export type ProvenAccount = Static<typeof ProvenAccount>;

/** What an account has proven, and what is handed over because of a proof. */
export const AccountProofs = Type.Object({
  proofs: Type.Array(
    Type.Object({
      id: Type.String(),
      kind: choice(['host', 'wallet']),
      subject: Type.String({ description: 'The host, or the payment address.' }),
      host: Type.String({ description: 'Services of its registrable domain can be registered.' }),
      provenAt: Timestamp,
    }),
    { description: 'Oldest first.' },
  ),
  handovers: Type.Array(
    Type.Object({
      service: Type.Object({ id: ServiceDetail.properties.id, name: Type.String(), endpoint: Type.String() }),
      dueAt: Timestamp,
      to: Type.Boolean({
        description: 'true: it becomes yours. false: another account has proven it since, and gets it.',
      }),
    }),
    {
      description: 'The first 200 services that change their account, unless their owner proves the same again before.',
    },
  ),
});
export type AccountProofs = Static<typeof AccountProofs>;
