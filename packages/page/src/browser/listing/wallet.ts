import { useEffect, useState } from 'preact/hooks';

/** A wallet of the browser (EIP-1193). */
export interface Provider {
  request(call: { method: string; params?: readonly string[] }): Promise<unknown>;
}

interface Announcement extends Event {
  detail: { info: { uuid: string; name: string }; provider: Provider };
}

declare global {
  interface WindowEventMap {
    'eip6963:announceProvider': Announcement;
  }
  var ethereum: Provider | undefined;
}

/** A signature that the wallet did not give. Its message is for the visitor. */
export class WalletRefusal extends Error {}

/** Returns the wallets of the browser by name: those that announce themselves (EIP-6963), otherwise the only one. */
export function useWallets(otherName: string): [name: string, provider: Provider][] {
  const [wallets, setWallets] = useState<Record<string, [string, Provider]>>({});
  useEffect(() => {
    const add = ({ detail: { info, provider } }: Announcement) =>
      setWallets((others) => ({ ...others, [info.uuid]: [info.name, provider] }));
    addEventListener('eip6963:announceProvider', add);
    dispatchEvent(new Event('eip6963:requestProvider'));
    return () => removeEventListener('eip6963:announceProvider', add);
  }, []);
  const announced = Object.values(wallets);
  return announced.length === 0 && globalThis.ethereum ? [[otherName, globalThis.ethereum]] : announced;
}

/** Asks a wallet to sign a text with an address. */
export async function signText(
  provider: Provider,
  text: string,
  address: string,
  otherAddress: string,
): Promise<string> {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'));
  const ask = (method: string, ...params: string[]) =>
    provider.request({ method, params }).catch(({ message }: Partial<Error>) => {
      throw new WalletRefusal(message);
    });
  const accounts = [await ask('eth_requestAccounts')].flat().map(String);
  const account = accounts.find((each) => each.toLowerCase() === address.toLowerCase());
  if (!account) throw new WalletRefusal(otherAddress);
  return String(await ask('personal_sign', `0x${bytes.join('')}`, account));
}
