import { isDirect, type TokenMatch } from './tokenMatches.js';
import type { WeighedGroup } from './weighQuery.js';

export type CoveredGroup = Pick<WeighedGroup, 'token' | 'weight' | 'generic' | 'bound'>;

/**
 * Returns the share of the query that a service says itself, by a translation or by a known synonym. It is the mean of
 * two shares, because a word counts both by its importance in the sentence and by its rarity in the catalog. Words that
 * say little (明日, "data") do not count as missing, unless the query has no others.
 */
export function coverage(groups: readonly CoveredGroup[], matches: readonly TokenMatch[]): number {
  const isGeneric = groups.every(({ generic, weight }) => generic || weight === 0);
  const amountOf = ({ generic }: CoveredGroup, amount: number) => (generic && !isGeneric ? 0 : amount);
  const direct = matches.filter(isDirect);
  const tokens = new Set(direct.map(({ token }) => token));
  const held = new Set(direct.map(({ group }) => group));
  const byWeight = share(
    groups,
    (group) => amountOf(group, group.weight),
    ({ token }) => tokens.has(token),
  );
  const byRarity = share(
    groups,
    (group) => amountOf(group, group.bound),
    (_, group) => held.has(group),
  );
  return (byWeight + byRarity) / 2;
}

/** Returns the share of the total over all groups that the held groups make up. */
function share<Group>(
  groups: readonly Group[],
  amount: (group: Group) => number,
  isHeld: (group: Group, place: number) => boolean,
): number {
  let total = 0;
  let found = 0;
  for (const [place, group] of groups.entries()) {
    total += amount(group);
    if (isHeld(group, place)) found += amount(group);
  }
  return total === 0 ? 1 : found / total;
}
