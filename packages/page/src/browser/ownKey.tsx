import { type ComponentChildren, createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';

interface OwnKey {
  /** The API key that the visitor has pasted and the directory has accepted. */
  key: string | undefined;
  change: (key: string | undefined) => void;
}

const Context = createContext<OwnKey>({ key: undefined, change: () => {} });

/** Keeps the visitor's key for as long as the page is open: in memory, and nowhere else. */
export function OwnKeyProvider({ children }: { children: ComponentChildren }) {
  const [key, change] = useState<string>();
  return <Context.Provider value={{ key, change }}>{children}</Context.Provider>;
}

/** The visitor's own key, and how to change it. */
export const useOwnKey = () => useContext(Context);
