import type { MirrorTotals, Obstacle } from '@shirube/exchange';
import { counted, duration } from './quantities.js';

const obstacles: Record<Obstacle, string> = {
  form: 'no resource, or no way to pay',
  type: 'not of the type http',
  scheme: 'no scheme but exact is known here',
  network: 'unknown network',
  asset: 'unknown asset: its decimals are not known here',
  amount: 'no amount',
  registration: 'refused as a registration',
};

/** What a mirror did, for people. */
export function mirrorSummary(
  totals: MirrorTotals,
  { source, unlisted, pruned, seconds }: { source: string; unlisted: number; pruned: boolean; seconds: number },
): string {
  const lines = [
    `Read ${counted(totals.read, 'resource')} of ${source} in ${duration(seconds)}: ${counted(totals.added, 'service')} added, ${totals.changed} changed, ${totals.unchanged} as they were.`,
  ];
  const say = (number: number, what: string) => number > 0 && lines.push(`${counted(number, 'resource')} ${what}.`);
  say(totals.taken, 'skipped, since their endpoint is registered here');
  say(totals.removed, 'skipped, since the service was removed here');
  say(totals.repeated, 'skipped, since the list had them before');
  if (totals.leftOut > 0) lines.push(`${counted(totals.leftOut, 'resource')} left out:`);
  for (const [obstacle, why] of Object.entries(obstacles)) {
    const number = new Map(Object.entries(totals.obstacles)).get(obstacle);
    if (number) lines.push(`  ${number}: ${why}`);
  }
  if (unlisted > 0) {
    lines.push(
      pruned
        ? `${counted(unlisted, 'service')} removed, since the list has them no more.`
        : `${counted(unlisted, 'service')} of that source are listed no more (--prune removes them).`,
    );
  }
  if (totals.interrupted) lines.push('Stopped before the end: run the same command again to go on.');
  return lines.join('\n');
}
