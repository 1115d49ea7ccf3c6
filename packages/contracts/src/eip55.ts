import { keccak_256 } from '@noble/hashes/sha3.js';

const hexDigits = (address: string): string => address.slice(2);

/** The address with the capital letters of EIP-55, which are its checksum. */
export function withChecksum(address: string): string {
  const digits = hexDigits(address).toLowerCase();
  const hash = keccak_256(new TextEncoder().encode(digits));
  const cased = [...digits].map((digit, i) => {
    const nibble = ((hash[i >> 1] ?? 0) >> (i % 2 === 0 ? 4 : 0)) & 0xf;
    return nibble >= 8 ? digit.toUpperCase() : digit;
  });
  return `0x${cased.join('')}`;
}

/** Whether the capital letters of an EVM address are its checksum; one in a single case carries none. */
export function hasValidChecksum(address: string): boolean {
  const digits = hexDigits(address);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  return hexDigits(withChecksum(address)) === digits;
}
