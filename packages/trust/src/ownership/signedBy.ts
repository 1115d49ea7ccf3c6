import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { paymentAddressKey } from '@shirube/contracts';
import { type AddressFamily, addressFamily, base58Bytes } from '@shirube/domain';

/** Recovers the address that signed a message according to EIP-191 (personal_sign). */
function evmSigner(message: Uint8Array, signature: string): string {
  const bytes = Buffer.from(/^0x([0-9a-f]{130})$/i.exec(signature)?.[1] ?? '', 'hex');
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`);
  const digest = keccak_256(Buffer.concat([prefix, message]));
  // Wallets append the recovery id, as 27 or 28, and some as 0 or 1.
  const recovery = (bytes.at(-1) ?? 0) % 27;
  const signed = Uint8Array.from([recovery, ...bytes.subarray(0, 64)]);
  const key = secp256k1.Point.fromBytes(secp256k1.recoverPublicKey(signed, digest, { prehash: false }));
  return `0x${Buffer.from(keccak_256(key.toBytes(false).subarray(1)).subarray(-20)).toString('hex')}`;
}

function isSolanaSigned(message: Uint8Array, signature: string, address: string): boolean {
  const key = base58Bytes(address);
  const written = base58Bytes(signature);
  const bytes = written?.length === 64 ? written : Buffer.from(signature, 'base64');
  return key !== undefined && ed25519.verify(bytes, message, key, { zip215: false });
}

type Verify = (message: Uint8Array, signature: string, address: string) => boolean;
const schemes: Record<AddressFamily, { scheme: 'eip-191' | 'ed25519'; isSigned: Verify } | undefined> = {
  evm: {
    scheme: 'eip-191',
    isSigned: (message, signature, address) =>
      paymentAddressKey(evmSigner(message, signature)) === paymentAddressKey(address),
  },
  solana: { scheme: 'ed25519', isSigned: isSolanaSigned },
  other: undefined,
};

/** Returns the signature scheme of the addresses of a network; undefined if it is not supported. */
export const schemeOf = (network: string) => schemes[addressFamily(network)]?.scheme;

/** Whether an address of a network signed a message; false for a malformed signature. */
export function isSignedBy(
  { network, address }: { network: string; address: string },
  message: string,
  signature: string,
) {
  try {
    return schemes[addressFamily(network)]?.isSigned(Buffer.from(message), signature, address) ?? false;
  } catch {
    return false;
  }
}
