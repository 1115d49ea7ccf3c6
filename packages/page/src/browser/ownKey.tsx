import { type ComponentChildren, createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';

interface OwnKey {
  /** The API key that the visitor pasted and the directory accepted. */
  key: string | undefined;
  /** A stored key outlasts a reload, until its tab is closed. */
  change: (key: string | undefined, isStored?: boolean) => void;
}

const storageKey = 'shirube.key';

const Context = createContext<OwnKey>({ key: undefined, change: () => {} });

/** Keeps the visitor's key in memory, for as long as the page is open, and in the tab if they want that. */
export function OwnKeyProvider({ children }: { children: ComponentChildren }) {
  const [key, setKey] = useState<string>();
  // Storage may be disabled.
  useLayoutEffect(() => {
    try {
      setKey(sessionStorage.getItem(storageKey) ?? undefined);
    } catch {}
  }, []);
  const change = (changed: string | undefined, isStored = false) => {
    setKey(changed);
    try {
      if (changed && isStored) sessionStorage.setItem(storageKey, changed);
      else sessionStorage.removeItem(storageKey);
    } catch {}
  };
  return <Context.Provider value={{ key, change }}>{children}</Context.Provider>;
}

/** Returns the visitor's key, and a way to change it. */
export const useOwnKey = () => useContext(Context);
