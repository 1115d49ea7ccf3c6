import type { PriceQuartiles } from '@shirube/contracts';
import { FiguresTable, FoldedTable } from '../figuresTable.js';
import { plainAmount } from '../formats.js';
import { useMessages } from '../language/language.js';
import { across, amountAxis, columns, priceAxis, type Tick, timeAxis, upwards } from '../plot/axis.js';
import { Area, Plot, XAxis } from '../plot/plot.js';
import { useStatsMessages } from './messages.js';

const dayMs = 86_400_000;

/** The axis of a column of plots. */
function Heading({ ticks }: { ticks: readonly Tick[] }) {
  const texts = useStatsMessages();
  return (
    <>
      <span class="visually-hidden">{texts.plot}</span>
      <XAxis ticks={ticks} />
    </>
  );
}

/** A table with a bar for each row, on a common axis. */
export function Bars({ label, rows }: { label: string; rows: readonly { name: string; count: number }[] }) {
  const messages = useMessages();
  const texts = useStatsMessages();
  const most = Math.max(0, ...rows.map(({ count }) => count));
  if (most === 0) return <p>{texts.none}</p>;
  const { scale, ticks } = amountAxis(most, across, messages.number);
  return (
    <FiguresTable
      label={label}
      columns={[label, <Heading ticks={ticks} />, texts.count]}
      rows={rows.map(({ name, count }) => [
        name,
        <Area x={ticks}>
          <rect width={scale(count)} y={25} height={50} />
        </Area>,
        messages.number(count),
      ])}
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
  const most = Math.max(0, ...weeks.map(({ count }) => count));
  if (most === 0) return <p>{texts.none}</p>;
  const dates = weeks.map(({ to }) => to);
  const from = Date.parse(dates[0] ?? '') - 6 * dayMs;
  const x = timeAxis(from, from + 7 * dayMs * weeks.length, messages);
  const y = amountAxis(most, upwards, messages.number);
  const places = columns(dates);
  return (
    <Plot
      caption={caption}
      x={x}
      y={y}
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
    >
      {weeks.map(({ to, count }) => (
        <rect key={to} x={places(to)} y={y.scale(count)} width={places.bandwidth()} height={100 - y.scale(count)} />
      ))}
    </Plot>
  );
}

/** The price distribution in each currency, on a common logarithmic axis beside its figures. */
export function Prices({ prices }: { prices: readonly PriceQuartiles[] }) {
  const messages = useMessages();
  const texts = useStatsMessages();
  const rows = prices.map(({ currency, count, minimum, lowerQuartile, median, upperQuartile, maximum }) => {
    return { currency, count, amounts: [minimum, lowerQuartile, median, upperQuartile, maximum] };
  });
  const { scale, ticks } = priceAxis(
    rows.flatMap(({ amounts }) => amounts.map(Number)),
    messages.number,
  );
  return (
    <FiguresTable
      label={texts.prices}
      none={texts.none}
      columns={[messages.currency, <Heading ticks={ticks} />, texts.count, ...texts.quartiles]}
      rows={rows.map(({ currency, count, amounts }) => [
        currency,
        <Area x={ticks}>
          <Box places={amounts.map((amount) => scale(Number(amount)))} />
        </Area>,
        messages.number(count),
        ...amounts.map(plainAmount),
      ])}
    />
  );
}

function Box({ places: [least = 0, lower = 0, middle = 0, upper = 0, most = 0] }: { places: readonly number[] }) {
  return (
    <>
      <path class="whole" d={`M${least} 50H${most}`} />
      <rect x={lower} y={25} width={upper - lower} height={50} />
      <path class="median" d={`M${middle} 15V85`} />
    </>
  );
}
