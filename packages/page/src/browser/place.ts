import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import { RenderingContext } from './rendering.js';
import { inLanguage } from './view.js';

interface EntryState {
  scroll?: number;
  cameFrom?: string;
}

const changes = new EventTarget();
let scrollToRestore: number | undefined;

const address = () => location.pathname + location.search;
const current = () => ({ path: location.pathname, search: location.search });
const entryState = (): EntryState => history.state ?? {};

function storeScroll(): void {
  history.replaceState({ ...entryState(), scroll: scrollY }, '');
}

/** Starts to track the history; called once. */
export function trackHistory(): void {
  history.scrollRestoration = 'manual';
  scrollToRestore = entryState().scroll;
  addEventListener('pagehide', storeScroll);
  addEventListener('popstate', () => {
    scrollToRestore = entryState().scroll ?? 0;
    changes.dispatchEvent(new Event('change'));
  });
}

/**
 * Goes to an address of this page and keeps the language that the current address names, if any. `replace` replaces the
 * current history entry.
 */
export function navigate(destination: string, { replace = false } = {}): void {
  const target = inLanguage(destination, new URLSearchParams(location.search).get('lang'));
  if (target === address()) return;
  scrollToRestore = undefined;
  if (replace) {
    history.replaceState(entryState(), '', target);
  } else {
    storeScroll();
    history.pushState({ cameFrom: address() }, '', target);
  }
  changes.dispatchEvent(new Event('change'));
}

/** Goes back to an address if the visitor came from there, and navigates to it otherwise. */
export function goBack(target: string): void {
  if (entryState().cameFrom === target) history.back();
  else navigate(target);
}

/** Restores the scroll position of a returning visitor, once the content is drawn again. Returns whether it did. */
export function restoreScroll(): boolean {
  if (scrollToRestore === undefined) return false;
  scrollTo(0, scrollToRestore);
  scrollToRestore = undefined;
  return true;
}

/** The current path and query, kept up to date. */
export function usePlace() {
  const rendering = useContext(RenderingContext);
  const [place, setPlace] = useState(rendering?.place ?? current);
  // Before the first paint: a click right after it must be heard.
  useLayoutEffect(() => {
    const update = () => setPlace(current());
    changes.addEventListener('change', update);
    return () => changes.removeEventListener('change', update);
  }, []);
  return place;
}

/** The last list seen and the service that was opened from it, to restore on the way back. */
export const lastView = { address: '/', serviceId: '' };
