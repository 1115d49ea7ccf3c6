import type { PriceQuartiles } from '@shirube/contracts';
import { FiguresTable, FoldedTable } from '../figuresTable.js';
import { useMessages } from '../language/language.js';
import { plainAmount } from '../writtenForms.js';
import { useStatsMessages } from './messages.js';
import type { Week } from './weeksOf.js';

const width = 100;
const height = 24;

/** A table with a bar for each row beside its figures. */
export function Bars({ label, rows }: { label: string; rows: readonly { name: string; count: number }[] }) {
  const messages = useMessages();
  const texts = useStatsMessages();
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <FiguresTable
      label={label}
      columns={[label, texts.count, texts.plot]}
      rows={rows.map(({ name, count }) => [
        name,
        messages.number(count),
        <svg class="drawn" viewBox={`0 0 ${width} 6`} preserveAspectRatio="none" aria-hidden="true">
          <rect width={(count / most) * width} height={6} />
        </svg>,
      ])}
    />
  );
}

/** A column for each week, and the same as a table. */
export function Weeks({ label, weeks }: { label: string; weeks: readonly Week[] }) {
  const messages = useMessages();
  const texts = useStatsMessages();
  const most = Math.max(0, ...weeks.map(({ count }) => count));
  return (
    <figure class="plot">
      <figcaption>{texts.atMost(messages.number(most))}</figcaption>
      <svg viewBox={`0 0 ${weeks.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {weeks.map(({ to, count }, index) => {
          const tall = most === 0 ? 0 : (count / most) * height;
          return <rect key={to} x={index + 0.1} y={height - tall} width={0.8} height={tall} />;
        })}
      </svg>
      <FoldedTable
        title={texts.table}
        label={label}
        columns={[texts.week, label]}
        rows={weeks
          .toReversed()
          .map(({ to, count }) => [<time dateTime={to}>{messages.date(to)}</time>, messages.number(count)])}
      />
    </figure>
  );
}

/** The price distribution in each currency, drawn on a logarithmic scale beside its figures. */
export function Prices({ prices }: { prices: readonly PriceQuartiles[] }) {
  const messages = useMessages();
  const texts = useStatsMessages();
  return (
    <FiguresTable
      label={texts.prices}
      columns={[messages.currency, texts.count, ...texts.quartiles, texts.plot]}
      rows={prices.map((each) => {
        const { currency, count, minimum, lowerQuartile, median, upperQuartile, maximum } = each;
        const amounts = [minimum, lowerQuartile, median, upperQuartile, maximum];
        return [currency, messages.number(count), ...amounts.map(plainAmount), <Box amounts={amounts.map(Number)} />];
      })}
    />
  );
}

function Box({ amounts }: { amounts: readonly number[] }) {
  const paid = amounts.filter((amount) => amount > 0);
  const [from, to] = [Math.log(Math.min(...paid)), Math.log(Math.max(...paid))];
  // Free services are at the left end.
  const xOf = (amount: number) => (amount > 0 && to > from ? ((Math.log(amount) - from) / (to - from)) * width : 0);
  const [, lower = 0, middle = 0, upper = 0] = amounts.map(xOf);
  return (
    <svg class="drawn" viewBox={`0 0 ${width} 6`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="whole" y={2.5} width={width} height={1} />
      <rect x={lower} width={Math.max(1, upper - lower)} height={6} />
      <rect class="median" x={middle} width={1} height={6} />
    </svg>
  );
}
