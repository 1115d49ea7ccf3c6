import { type ComponentChildren, createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';

interface OwnKey {
  /** The API key that the visitor pasted and the directory accepted. */
  key: string | undefined;
  change: (key: string | undefined) => void;
}

const Context = createContext<OwnKey>({ key: undefined, change: () => {} });

/** Keeps the visitor's key in memory only, for as long as the page is open. */
export function OwnKeyProvider({ children }: { children: ComponentChildren }) {
  const [key, change] = useState<string>();
  return <Context.Provider value={{ key, change }}>{children}</Context.Provider>;
}

/** Returns the visitor's key, and a way to change it. */
export const useOwnKey = () => useContext(Context);
