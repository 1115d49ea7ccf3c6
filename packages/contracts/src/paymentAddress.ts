import { type AddressFamily, addressFamily } from './networks.js';

const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Bytes that a base58 text decodes to, or undefined when it is not base58. */
function base58ByteLength(text: string): number | undefined {
  let value = 0n;
  for (const character of text) {
    const digit = base58Alphabet.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const leadingZeros = text.length - text.replace(/^1+/, '').length;
  const significant = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2);
  return leadingZeros + significant;
}

const forms: Record<AddressFamily, { expected: string; matches: (address: string) => boolean }> = {
  evm: {
    expected: 'an EVM address: 0x followed by 40 hexadecimal digits',
    matches: (address) => /^0x[0-9a-f]{40}$/i.test(address),
  },
  solana: {
    expected: 'a Solana address: base58 of 32 bytes',
    matches: (address) => /^.{32,44}$/.test(address) && base58ByteLength(address) === 32,
  },
  other: {
    expected: 'an address of 8 to 128 printable characters without spaces',
    matches: (address) => /^[!-~]{8,128}$/.test(address),
  },
};

/** What an address on `network` must look like, when `address` does not; undefined when it does. */
export function paymentAddressFault(address: string, network: string): string | undefined {
  const form = forms[addressFamily(network)];
  return form.matches(address) ? undefined : form.expected;
}
