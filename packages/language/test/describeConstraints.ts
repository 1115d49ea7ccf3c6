import type { ConstrainedText } from '../dist/constraints/constrainedText.js';
import { testNetworks } from '../dist/constraints/folds.js';

const names = (chains: readonly string[]): string =>
  chains.join() === testNetworks.join() ? 'testnets' : chains.join(', ');

/** What was found in a sentence, in the words of the tables of sentences: "< 0.01 USD; on base; without crypto". */
export function describeConstraints({ constraints, refused, doubted, notUnderstood }: ConstrainedText): string {
  const { minPrice, maxPrice, currency, notCurrencies = [], chains, notChains } = constraints;
  const { status, free, prefer, minTrust, minUptime, order, requestsPerMonth } = constraints;
  const amount = (bound: string) => [bound, currency].filter(Boolean).join(' ');
  const parts = [
    minPrice && `${minPrice.exclusive ? '>' : '>='} ${amount(minPrice.amount)}`,
    maxPrice && `${maxPrice.exclusive ? '<' : '<='} ${amount(maxPrice.amount)}`,
    !minPrice && !maxPrice && currency && `in ${currency}`,
    ...notCurrencies.map((coin) => `not in ${coin}`),
    chains && `on ${names(chains)}`,
    notChains && `not on ${names(notChains)}`,
    status,
    free && 'free',
    prefer && `prefer ${prefer}`,
    minTrust !== undefined && `trust >= ${minTrust}`,
    minUptime !== undefined && `uptime >= ${minUptime}`,
    order && `by ${order}`,
    requestsPerMonth !== undefined && `${requestsPerMonth} a month`,
    ...refused.map((phrase) => `without ${phrase}`),
    ...doubted.map((phrase) => `doubt ${phrase}`),
    ...notUnderstood.map(() => 'unclear'),
  ];
  return inOrder(parts.filter((one) => typeof one === 'string').join('; '));
}

/** The same whatever is said first. */
export const inOrder = (text: string): string => text.split('; ').sort().join('; ');
