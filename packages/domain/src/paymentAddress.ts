import { keccak_256 } from '@noble/hashes/sha3.js';
import { type AddressFamily, addressFamily } from './networks.js';

const hexDigits = (address: string): string => address.slice(2);

/** Returns the address with its EIP-55 checksum, which is encoded in the capital letters. */
function withChecksum(address: string): string {
  const digits = hexDigits(address).toLowerCase();
  const hash = keccak_256(new TextEncoder().encode(digits));
  const cased = [...digits].map((digit, i) => {
    const nibble = ((hash[i >> 1] ?? 0) >> (i % 2 === 0 ? 4 : 0)) & 0xf;
    return nibble >= 8 ? digit.toUpperCase() : digit;
  });
  return `0x${cased.join('')}`;
}

/** Whether the EIP-55 checksum of an EVM address is valid. True for an address in a single case, which has none. */
function hasValidChecksum(address: string): boolean {
  const digits = hexDigits(address);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  return hexDigits(withChecksum(address)) === digits;
}

const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Decodes base58. Returns undefined if the text is not base58. */
export function base58Bytes(text: string): Uint8Array | undefined {
  let value = 0n;
  for (const character of text) {
    const digit = base58Alphabet.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const leadingZeros = text.length - text.replace(/^1+/, '').length;
  const significant = value === 0n ? [] : (value.toString(16).match(/.{1,2}(?=(..)*$)/g) ?? []);
  return Uint8Array.from([...Array(leadingZeros).fill(0), ...significant.map((byte) => Number.parseInt(byte, 16))]);
}

/** Returns the number of bytes that a base58 text decodes to. */
export const base58ByteLength = (text: string): number | undefined => base58Bytes(text)?.length;

/** Returns the expected form if an EVM address is not valid. Money that is sent to a mistyped address is lost. */
function evmFault(address: string): string | undefined {
  if (!/^0x[0-9a-f]{40}$/i.test(address)) return 'an EVM address: 0x followed by 40 hexadecimal digits';
  if (hasValidChecksum(address)) return undefined;
  return 'an EVM address whose capital letters are its EIP-55 checksum: look for a mistyped digit, or write it in lower case if you are sure of it';
}

const faultIn: Record<AddressFamily, (address: string) => string | undefined> = {
  evm: evmFault,
  solana: (address) =>
    /^.{32,44}$/.test(address) && base58ByteLength(address) === 32 ? undefined : 'a Solana address: base58 of 32 bytes',
  other: (address) =>
    /^[!-~]{8,128}$/.test(address) ? undefined : 'an address of 8 to 128 printable characters without spaces',
};

/** Networks write numbers of 20 to 32 bytes with 0x. */
const numberFault = (address: string): string | undefined =>
  /^0x(?![0-9a-f]{40,64}$)/i.test(address) ? 'an address: 0x followed by 40 to 64 hexadecimal digits' : undefined;

/**
 * Returns the expected form of an address on `network` if `address` is not valid, undefined if it is. Without a network,
 * every address that is valid on some network is valid: `other` includes the forms of all families.
 */
export function paymentAddressFault(address: string, network?: string): string | undefined {
  if (network === undefined) return numberFault(address) ?? faultIn.other(address);
  return faultIn[addressFamily(network)](address);
}
