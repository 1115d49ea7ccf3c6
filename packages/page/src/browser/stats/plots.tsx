import type { PriceQuartiles } from '@shirube/contracts';
import { FiguresTable, FoldedTable } from '../figuresTable.js';
import { plainAmount } from '../formats.js';
import { useMessages } from '../language/language.js';
import { Plot } from '../plot.js';
import { ShareBar } from '../serviceLabels.js';
import { useStatsMessages } from './messages.js';

/** A table with a bar for each row, as long as its share of the largest count. */
export function Bars({ label, rows }: { label: string; rows: readonly { name: string; count: number }[] }) {
  const messages = useMessages();
  const texts = useStatsMessages();
  const max = Math.max(0, ...rows.map(({ count }) => count));
  if (max === 0) return <p>{texts.none}</p>;
  return (
    <FiguresTable
      label={label}
      columns={[label, <span class="visually-hidden">{texts.plot}</span>, texts.count]}
      rows={rows.map(({ name, count }) => [name, <ShareBar percent={(100 * count) / max} />, messages.number(count)])}
    />
  );
}

/** The count of the seven days that end on a date. */
export interface Week {
  to: string;
  count: number;
}

/** A column for each week, and the same as a table. */
export function Weeks({ label, caption, weeks }: { label: string; caption: string; weeks: readonly Week[] }) {
  const messages = useMessages();
  const texts = useStatsMessages();
  const max = Math.max(0, ...weeks.map(({ count }) => count));
  if (max === 0) return <p>{texts.none}</p>;
  const [first, last] = [weeks[0], weeks.at(-1)].map((week) => messages.day(week?.to ?? ''));
  return (
    <Plot
      caption={caption}
      max={max}
      period={[first ?? '', last ?? '']}
      columns={weeks.map(({ count }) => ({ share: count / max }))}
      table={
        <FoldedTable
          title={texts.table}
          label={label}
          columns={[texts.week, label]}
          rows={weeks
            .toReversed()
            .map(({ to, count }) => [<time dateTime={to}>{messages.day(to)}</time>, messages.number(count)])}
        />
      }
    />
  );
}

/** The price distribution in each currency. */
export function Prices({ prices }: { prices: readonly PriceQuartiles[] }) {
  const messages = useMessages();
  const texts = useStatsMessages();
  return (
    <FiguresTable
      label={texts.prices}
      none={texts.none}
      columns={[messages.currency, texts.count, ...texts.quartiles]}
      rows={prices.map(({ currency, count, minimum, lowerQuartile, median, upperQuartile, maximum }) => [
        currency,
        messages.number(count),
        ...[minimum, lowerQuartile, median, upperQuartile, maximum].map(plainAmount),
      ])}
    />
  );
}
