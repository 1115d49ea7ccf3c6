import { type ComponentChildren, createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import { tryStorage } from './storage.js';

interface OwnKey {
  /** The API key that the visitor pasted and the directory accepted. */
  key: string | undefined;
  /** Uses another key, or none. It is kept in memory only, or also, for reloads, until the tab is closed. */
  change: (key: string | undefined, isKept?: boolean) => void;
}

const Context = createContext<OwnKey>({ key: undefined, change: () => {} });
const storageKey = 'shirube.key';

/** Provides the visitor's key. */
export function OwnKeyProvider({ children }: { children: ComponentChildren }) {
  const [key, setKey] = useState<string>();
  // The first render must be that of the server, which knows no key.
  useLayoutEffect(() => setKey(tryStorage(() => sessionStorage.getItem(storageKey)) || undefined), []);
  const change = (key: string | undefined, isKept = false) => {
    setKey(key);
    tryStorage(() => sessionStorage.setItem(storageKey, (isKept && key) || ''));
  };
  return <Context.Provider value={{ key, change }}>{children}</Context.Provider>;
}

/** Returns the visitor's key, and a way to change it. */
export const useOwnKey = () => useContext(Context);
