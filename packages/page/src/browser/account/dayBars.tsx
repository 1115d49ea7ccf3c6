import type { ComponentChildren } from 'preact';
import { FiguresTable } from '../figuresTable.js';
import { useMessages } from '../language/language.js';
import { Columns } from '../plot.js';
import { useAccountMessages } from './messages.js';

const dayCount = 30;
const dayMs = 86_400_000;

interface DayBarsProps {
  title: string;
  columns: readonly string[];
  /** The cells of a day follow its count. */
  days: readonly { day: string; count: number; cells: readonly ComponentChildren[] }[];
  isOpen?: boolean;
}

/** A column for each of the last 30 days in UTC, and the same as a table. */
export function DayBars({ title, columns, days, isOpen = false }: DayBarsProps) {
  const messages = useMessages();
  const own = useAccountMessages();
  const first = Math.floor(Date.now() / dayMs) - dayCount + 1;
  const max = Math.max(1, ...days.map(({ count }) => count));
  const counts = new Map(days.map(({ day, count }) => [Date.parse(day) / dayMs, count]));
  return (
    <details class="days" open={isOpen}>
      <summary>{title}</summary>
      <Columns
        columns={Array.from({ length: dayCount }, (_, place) => {
          const count = counts.get(first + place);
          return count ? { share: count / max } : undefined;
        })}
      />
      <FiguresTable
        label={title}
        columns={[own.day, ...columns]}
        rows={days
          .toReversed()
          .map(({ day, count, cells }) => [
            <time dateTime={day}>{messages.day(day)}</time>,
            messages.number(count),
            ...cells,
          ])}
      />
    </details>
  );
}
