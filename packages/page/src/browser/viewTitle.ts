import { useLayoutEffect } from 'preact/hooks';
import type { Messages } from './language/language.js';
import { pageOf, type View } from './view.js';

const site = 'Shirube 標';

/** Returns the document title of a page, as tabs, history and bookmarks show it. */
export const pageTitle = (name: string): string => `${name} – ${site}`;

/** Sets the document title while the page is shown. */
export function useTitle(name: string): void {
  useLayoutEffect(() => {
    document.title = pageTitle(name);
  });
}

/** Returns the title of a view: its text, each filter, and the page number. */
export function viewTitle(view: View, messages: Messages, categoryNames: readonly string[]): string {
  const { query, chain = [], status, currency = '', testnet } = view;
  const { minPricePerRequest: min, maxPricePerRequest: max } = view;
  const page = pageOf(view);
  const parts = [
    query,
    categoryNames.join(', '),
    [chain].flat().join(', '),
    status && messages.statuses[status],
    min && messages.atLeast(`${min} ${currency}`.trim()),
    max ? messages.atMost(`${max} ${currency}`.trim(), false) : currency,
    testnet && messages.testnets[testnet],
    page > 1 && messages.page(page),
  ].filter(Boolean);
  return pageTitle(parts.length > 0 ? parts.join(' · ') : messages.tagline);
}
