import {
  type AddressFamily,
  addressFamily,
  base58ByteLength,
  canonicalChain,
  currencyFamily,
  findAssetByAddress,
  fromAtomic,
  paymentAddressFault,
} from '@shirube/domain';
import { type Static, Type } from '@sinclair/typebox';
import { Chain } from './chain.js';
import { compileCheck } from './compileFaults.js';
import { paymentAddressKey } from './discovery.js';
import { createFaultList, Fault, type Faults } from './faults.js';
import { HttpUrl } from './httpUrl.js';

/** The maximum number of settlements in one request. */
export const mostSettlements = 500;

const printable = (description: string, expected: string, example: string) =>
  Type.String({ pattern: '^[!-~]{1,128}$', description, expected, examples: [example] });

/** One payment that a facilitator settled on its network. */
export const Settlement = Type.Object(
  {
    network: Type.String({ ...Chain, description: 'Where it was settled: a known name or a CAIP-2 id.' }),
    transaction: printable(
      'Its transaction on that network, in the format of the network. Each network and transaction counts once.',
      'the hash or signature of the transaction, of at most 128 characters without spaces',
      '0x9f3c6f1d0b1c4f1d8a3b2c1d0e9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d2e1f',
    ),
    payTo: printable(
      'Who was paid, checked against the network.',
      'the wallet address that was paid, as a string',
      '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
    ),
    payer: Type.Optional(
      printable(
        'The address of the payer, checked against the network. Trust counts payers: all without an address count as one.',
        'the wallet address that paid, as a string',
        '0x857b06519E91e3A54538791bDbb0E22373e36b66',
      ),
    ),
    asset: printable(
      'The address of the contract or mint of the coin.',
      'the address of the contract or mint of the coin that was paid in',
      '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    ),
    amount: Type.String({
      pattern: '^[1-9][0-9]{0,37}$',
      description: 'In the smallest units of the coin.',
      examples: ['10000'],
      expected: 'a whole number above 0 as a string, in the smallest units of the coin, such as "10000"',
    }),
    resource: Type.Optional(
      Type.String({ ...HttpUrl, description: 'The address of what was paid for, if it is known.' }),
    ),
    settledAt: Type.String({
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)$',
      description: 'When it was settled (RFC 3339).',
      examples: ['2026-01-15T09:30:00.000Z'],
      expected: 'a time such as "2026-01-15T09:30:00Z"',
    }),
  },
  { additionalProperties: false, expected: 'an object that describes one settlement' },
);
export type Settlement = Static<typeof Settlement>;

const list = { maxItems: mostSettlements, expected: `a list of at most ${mostSettlements} settlements` };

/** The body of POST /api/settlements. */
export const Settlements = Type.Array(Settlement, list);

/** The same before its settlements are validated. */
export const SettlementLines = Type.Array(Type.Unknown(), list);

const RejectedSettlement = Type.Object({
  index: Type.Integer({ description: 'Its position in the list, from 0.' }),
  transaction: Type.Optional(Type.String({ description: 'If it could be read.' })),
  errors: Type.Array(Fault),
});

/** The result of a batch of settlements. */
export const SettlementsResult = Type.Object({
  matched: Type.Integer({ description: 'New, and counted for a service.' }),
  unmatched: Type.Integer({
    description:
      'New, but they match no service, or several equally well, or are in an unknown coin: stored, but not counted.',
  }),
  repeated: Type.Integer({ description: 'Already known, or twice in the list: not counted again.' }),
  rejected: Type.Array(RejectedSettlement, {
    description: 'Invalid settlements. The others were counted.',
  }),
});
export type SettlementsResult = Static<typeof SettlementsResult>;

/** A settlement as it is counted. */
export interface ReadSettlement extends Settlement {
  /** The coin, the currency that it is pegged to, and the amount. Undefined if the coin is not known. */
  value?: { currency: string; family: string; amount: string };
}

const checkForm = compileCheck(Settlement);
/** How far in the future a settlement may be, because clocks differ. */
const toleratedMs = 600_000;
/** No request costs 10^12 of any coin. Such an amount is in the wrong unit. */
const mostDigits = 12;

/** The strict form of transaction ids, so that the same one cannot be written in two ways. */
const transactionForms: Record<AddressFamily, { isForm: (id: string) => boolean; expected: string }> = {
  evm: {
    isForm: (id) => /^0x[0-9a-f]{64}$/i.test(id),
    expected: 'the hash of an EVM transaction: 0x followed by 64 hexadecimal digits',
  },
  solana: {
    isForm: (id) => id.length <= 88 && base58ByteLength(id) === 64,
    expected: 'the signature of a Solana transaction: base58 of 64 bytes',
  },
  other: {
    isForm: (id) => /^[0-9A-Za-z.@_-]{16,128}$/.test(id),
    expected: 'the id of a transaction: 16 to 128 letters, digits, ".", "@", "_" or "-"',
  },
};

function paidValue({ network, asset, amount }: Settlement): ReadSettlement['value'] {
  const coin = findAssetByAddress(network, asset);
  if (!coin) return undefined;
  const { currency, decimals } = coin;
  return { currency, family: currencyFamily(currency), amount: fromAtomic(amount, decimals) };
}

/**
 * Parses an untrusted settlement. Returns the settlement in the normalized form that comparisons use, with the same
 * chain names as services, or all faults at once.
 */
export function readSettlement(input: unknown, now = Date.now()): { settlement: ReadSettlement } | Faults {
  const list = createFaultList();
  checkForm(input, list);
  const faults = list.found();
  if (faults) return faults;
  const line = input as Settlement;
  const family = addressFamily(line.network);
  const { isForm, expected } = transactionForms[family];
  if (!isForm(line.transaction)) list.add('transaction', `must be ${expected} (the network is ${line.network})`);
  for (const name of ['payTo', 'payer'] as const) {
    const address = line[name] === undefined ? undefined : paymentAddressFault(line[name], line.network);
    if (address) list.add(name, `must be ${address} (the network is ${line.network})`);
  }
  const settledAt = Date.parse(line.settledAt);
  if (Number.isNaN(settledAt)) list.add('settledAt', `must be ${Settlement.properties.settledAt.expected}`);
  if (settledAt > now + toleratedMs) list.add('settledAt', 'must not be in the future');
  const value = paidValue(line);
  if (value && (value.amount.split('.')[0] ?? '').length > mostDigits)
    list.add('amount', `must be in the smallest units of the coin, and below a trillion ${value.currency}`);
  const found = list.found();
  if (found) return found;
  const network = canonicalChain(line.network) ?? line.network;
  return {
    settlement: {
      ...line,
      network,
      ...(line.payer === undefined ? {} : { payer: paymentAddressKey(line.payer) }),
      transaction: family === 'evm' ? line.transaction.toLowerCase() : line.transaction,
      settledAt: new Date(settledAt).toISOString(),
      ...(value ? { value } : {}),
    },
  };
}
