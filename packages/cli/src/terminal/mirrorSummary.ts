import type { FeedTotals, MirrorTotals, Obstacle } from '@shirube/exchange';
import { counted, duration } from './quantities.js';

/** Summarizes a mirror that followed a feed, for people. */
export function feedSummary(totals: FeedTotals, { source, seconds }: { source: string; seconds: number }): string {
  const lines = [
    `Read ${counted(totals.read, 'change')} of ${source} in ${duration(seconds)}: ${counted(totals.added, 'service')} added, ${totals.changed} changed, ${totals.removed} removed, ${totals.unchanged} unchanged.`,
  ];
  const say = (number: number, what: string) => number > 0 && lines.push(`${counted(number, 'service')} ${what}.`);
  say(totals.own, 'skipped: registered here, or from another source');
  say(totals.removedHere, 'skipped: removed here');
  say(totals.leftOut, 'skipped: not a valid registration');
  if (totals.startedOver) {
    lines.push(
      'The cursor was older than the log of the source. The source was read from the beginning, and services that it no longer has were removed.',
    );
  }
  if (totals.interrupted) lines.push('Stopped before the end: run the same command again to continue.');
  return lines.join('\n');
}

const obstacles: Record<Obstacle, string> = {
  form: 'no resource, or no way to pay',
  type: 'not of the type http',
  scheme: 'a scheme other than exact',
  network: 'unknown network',
  asset: 'unknown asset: its decimals are not known here',
  amount: 'no amount',
  registration: 'not a valid registration',
};

/** Summarizes a mirror of a list, for people. */
export function mirrorSummary(
  totals: MirrorTotals,
  { source, unlisted, pruned, seconds }: { source: string; unlisted: number; pruned: boolean; seconds: number },
): string {
  const lines = [
    `Read ${counted(totals.read, 'resource')} of ${source} in ${duration(seconds)}: ${counted(totals.added, 'service')} added, ${totals.changed} changed, ${totals.unchanged} unchanged.`,
  ];
  const say = (number: number, what: string) => number > 0 && lines.push(`${counted(number, 'resource')} ${what}.`);
  say(totals.taken, 'skipped: the endpoint is registered here');
  say(totals.removed, 'skipped: the service was removed here');
  say(totals.repeated, 'skipped: listed before');
  if (totals.leftOut > 0) lines.push(`${counted(totals.leftOut, 'resource')} skipped:`);
  for (const [obstacle, why] of Object.entries(obstacles)) {
    const number = new Map(Object.entries(totals.obstacles)).get(obstacle);
    if (number) lines.push(`  ${number}: ${why}`);
  }
  if (unlisted > 0) {
    lines.push(
      pruned
        ? `${counted(unlisted, 'service')} removed: no longer listed.`
        : `${counted(unlisted, 'service')} of that source no longer listed (see --prune).`,
    );
  }
  if (totals.interrupted) lines.push('Stopped before the end: run the same command again to continue.');
  return lines.join('\n');
}
