import type { Messages } from '../language/language.js';
import { type View, type ViewChange, valuesOf } from '../view.js';

/** A filter of a view in words, and the change that removes it. */
export interface FilterLabel {
  text: string;
  without: ViewChange;
}

/** Returns the filters of a view in words. */
export function filterLabels(view: View, messages: Messages, categoryName: (id: string) => string): FilterLabel[] {
  const { status, currency = '', testnet, minTrust, minUptime, language } = view;
  const { minPricePerRequest: min, maxPricePerRequest: max } = view;
  const labels: (FilterLabel | undefined | '' | false)[] = [
    view.category && { text: valuesOf(view.category).map(categoryName).join(', '), without: { category: '' } },
    view.chain && { text: valuesOf(view.chain).join(', '), without: { chain: '' } },
    status && { text: messages.statuses[status], without: { status: '' } },
    min && { text: messages.atLeast(messages.amount(min, currency)), without: { minPricePerRequest: '' } },
    max
      ? { text: messages.atMost(messages.amount(max, currency), false), without: { maxPricePerRequest: '' } }
      : currency && { text: currency, without: { currency: '' } },
    testnet && { text: messages.testnets[testnet], without: { testnet: '' } },
    minTrust !== undefined && { text: messages.trustFrom(minTrust), without: { minTrust: undefined } },
    minUptime !== undefined && { text: messages.uptimeFrom(minUptime), without: { minUptime: undefined } },
    language && { text: messages.languages[language], without: { language: '' } },
  ];
  return labels.filter((label) => label !== undefined && label !== '' && label !== false);
}
