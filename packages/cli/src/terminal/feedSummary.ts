import type { FeedTotals } from '@shirube/exchange';
import { counted, duration } from './quantities.js';

/** What following a feed did, for people. */
export function feedSummary(totals: FeedTotals, { source, seconds }: { source: string; seconds: number }): string {
  const lines = [
    `Read ${counted(totals.read, 'change')} of ${source} in ${duration(seconds)}: ${counted(totals.added, 'service')} added, ${totals.changed} changed, ${totals.removed} removed, ${totals.unchanged} as they were.`,
  ];
  const say = (number: number, what: string) => number > 0 && lines.push(`${counted(number, 'service')} ${what}.`);
  say(totals.own, 'left alone, since they are somebody’s own here or came from elsewhere');
  say(totals.removedHere, 'skipped, since they were removed here');
  say(totals.leftOut, 'left out, since they would be refused as registrations here');
  if (totals.startedOver) {
    lines.push(
      'The source had forgotten where we were: it was read from its beginning, and what it has no more was removed.',
    );
  }
  if (totals.interrupted) lines.push('Stopped before the end: run the same command again to go on.');
  return lines.join('\n');
}
