import type { MirrorTotals } from '@shirube/exchange';
import type { Obstacle } from '@shirube/trust/monitor';
import { duration, pluralize } from './format.js';

const obstacles: Record<Obstacle, string> = {
  form: 'no resource, or no way to pay',
  type: 'not of the type http',
  scheme: 'a scheme other than exact',
  network: 'unknown network',
  asset: 'unknown asset: its decimals are not known here',
  amount: 'no amount',
  registration: 'not a valid registration',
};

/** Summarizes a mirror, for people. */
export function mirrorSummary(
  totals: MirrorTotals,
  { source, unlisted, pruned, seconds }: { source: string; unlisted: number; pruned: boolean; seconds: number },
): string {
  const lines = [
    `Read ${pluralize(totals.read, 'resource')} of ${source} in ${duration(seconds)}: ${pluralize(totals.added, 'service')} added, ${totals.changed} changed, ${totals.unchanged} unchanged.`,
  ];
  const say = (number: number, what: string) => number > 0 && lines.push(`${pluralize(number, 'resource')} ${what}.`);
  say(totals.taken, 'skipped: the endpoint is registered here');
  say(totals.removed, 'skipped: the service was removed here');
  say(totals.repeated, 'skipped: listed before');
  if (totals.leftOut > 0) lines.push(`${pluralize(totals.leftOut, 'resource')} skipped:`);
  for (const [obstacle, why] of Object.entries(obstacles)) {
    const number = new Map(Object.entries(totals.obstacles)).get(obstacle);
    if (number) lines.push(`  ${number}: ${why}`);
  }
  if (unlisted > 0) {
    lines.push(
      pruned
        ? `${pluralize(unlisted, 'service')} removed: no longer listed.`
        : `${pluralize(unlisted, 'service')} of that source no longer listed (see --prune).`,
    );
  }
  if (totals.interrupted) lines.push('Stopped before the end: run the same command again to continue.');
  return lines.join('\n');
}
