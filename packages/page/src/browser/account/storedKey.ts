import { useLayoutEffect } from 'preact/hooks';
import { useOwnKey } from '../ownKey.js';

const storageKey = 'shirube.key';

/** Stores the visitor's key in the tab, where it outlasts a reload, or removes it. */
export function storeKey(key: string | undefined): void {
  try {
    if (key) sessionStorage.setItem(storageKey, key);
    else sessionStorage.removeItem(storageKey);
  } catch {
    // Storage may be disabled. The key then lasts as long as the page is open.
  }
}

/** Takes up the key that is stored in the tab, if there is one. */
export function useStoredKey(): void {
  const { key, change } = useOwnKey();
  useLayoutEffect(() => {
    try {
      if (!key) change(sessionStorage.getItem(storageKey) ?? undefined);
    } catch {
      return;
    }
  }, []);
}
