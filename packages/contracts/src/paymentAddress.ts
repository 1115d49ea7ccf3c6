import { hasValidChecksum } from './eip55.js';
import { type AddressFamily, addressFamily } from './networks.js';

const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Bytes that a base58 text decodes to, or undefined when it is not base58. */
export function base58ByteLength(text: string): number | undefined {
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

/** What is expected of an address in that form, when it is not so. Money that goes to a mistyped address is lost. */
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

/** What an address on `network` must look like, when `address` does not; undefined when it does. */
export function paymentAddressFault(address: string, network: string): string | undefined {
  return faultIn[addressFamily(network)](address);
}
