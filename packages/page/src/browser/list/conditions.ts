import type { IntentSearchResult } from '@shirube/contracts';
import { plainAmount } from '../formats.js';
import type { Messages } from '../language/language.js';

/** The constraints that a text can put on its results. */
export type Constraints = IntentSearchResult['constraints'];

/** A constraint as shown: applied, or removed by the visitor. */
export interface Condition {
  /** The same whether applied or removed. */
  kind: string;
  /** The names of the constraints it covers, as a request lists them to ignore them. */
  names: readonly string[];
  text: string;
  isRemoved: boolean;
}

interface Kind {
  kind: keyof Messages['removed'];
  names: readonly string[];
  describe: (constraints: Constraints, messages: Messages) => string;
}

// In display order. Constraints without a kind are shown as they are.
const kinds: readonly Kind[] = [
  { kind: 'price', names: ['free', 'minPricePerRequest', 'maxPricePerRequest', 'currency'], describe: describePrice },
  {
    kind: 'notCurrency',
    names: ['notCurrencies'],
    describe: ({ notCurrencies = [] }, { notPricedIn, anyOf }) => notPricedIn(anyOf(notCurrencies)),
  },
  { kind: 'preference', names: ['prefer'], describe: (_, { freeFirst }) => freeFirst },
  { kind: 'chain', names: ['chains'], describe: ({ chains = [] }, { onChain, anyOf }) => onChain(anyOf(chains)) },
  {
    kind: 'notChain',
    names: ['notChains'],
    describe: ({ notChains = [] }, { notOnChain, anyOf }) => notOnChain(anyOf(notChains)),
  },
  { kind: 'status', names: ['status'], describe: ({ status }, { statuses }) => (status ? statuses[status] : '') },
  { kind: 'trust', names: ['minTrust'], describe: ({ minTrust = 0 }, { trustFrom }) => trustFrom(minTrust) },
  { kind: 'uptime', names: ['minUptime'], describe: ({ minUptime = 0 }, { uptimeFrom }) => uptimeFrom(minUptime) },
  {
    kind: 'without',
    names: ['without'],
    describe: ({ without = [] }, messages) => messages.without(messages.anyOf(without)),
  },
  { kind: 'order', names: ['order'], describe: ({ order = '' }, { orders }) => orders[order] ?? order },
];
const hasKind = (name: string) => kinds.some(({ names }) => names.includes(name));

/** Returns the conditions that a text states, including those that the visitor removed, each in its place. */
export function conditionsOf(
  { constraints, ignored }: { constraints: Constraints; ignored: readonly string[] },
  messages: Messages,
): Condition[] {
  // Shown as part of the bound that it applies to.
  const entries = Object.entries(constraints).filter(([name]) => name !== 'exclusive');
  const conditions = kinds.flatMap(({ kind, names, describe }): Condition[] => {
    const activeNames = entries.map(([name]) => name).filter((name) => names.includes(name));
    if (activeNames.length > 0) {
      return [{ kind, names: activeNames, text: describe(constraints, messages), isRemoved: false }];
    }
    const removed = ignored.filter((name) => names.includes(name));
    const text = messages.removed[kind];
    return removed.length > 0 ? [{ kind, names: removed, text, isRemoved: true }] : [];
  });
  const others = [
    ...entries.map(([name, value]) => ({ name, text: `${name}: ${value}`, isRemoved: false })),
    ...ignored.map((name) => ({ name, text: name, isRemoved: true })),
  ].filter(({ name }) => !hasKind(name));
  return [...conditions, ...others.map(({ name, ...rest }) => ({ kind: name, names: [name], ...rest }))];
}

function describePrice(constraints: Constraints, messages: Messages): string {
  const { free, minPricePerRequest: min, maxPricePerRequest: max, exclusive = false } = constraints;
  const currency = constraints.currency ?? '';
  const amount = (decimal: string) => messages.amount(plainAmount(decimal), currency);
  if (free) return messages.freeOrQuota;
  if (max !== undefined && plainAmount(max) === '0') return messages.free;
  if (min !== undefined && max !== undefined) return messages.between(plainAmount(min), amount(max));
  if (min !== undefined) return messages.atLeast(amount(min));
  if (max !== undefined) return messages.atMost(amount(max), exclusive);
  return messages.pricedIn(currency);
}
