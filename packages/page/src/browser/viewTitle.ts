import type { Messages } from './language/language.js';
import type { View } from './view.js';

const site = 'Shirube 標';

/** The title of a page of this site, as tabs, history and bookmarks show it. */
export const pageTitle = (name: string): string => `${name} – ${site}`;

/** What a view is about: its text, each filter, and which page of it. */
export function viewTitle(view: View, messages: Messages, categoryName: string): string {
  const { text, category, chain, status, currency, maxPrice, page } = view;
  const parts = [
    text,
    category && categoryName,
    chain,
    status && messages.statuses[status],
    maxPrice ? messages.atMost(`${maxPrice} ${currency}`.trim(), false) : currency,
    page > 1 && messages.page(page),
  ].filter(Boolean);
  return pageTitle(parts.length > 0 ? parts.join(' · ') : messages.tagline);
}
