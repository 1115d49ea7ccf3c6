import type { MonitorSummary } from '@shirube/contracts';
import { verdictKinds } from '../contractTables.js';
import { FiguresTable } from '../figuresTable.js';
import { useMessages } from '../language/language.js';
import { useMonitorMessages } from '../language/monitorMessages.js';
import { Plot } from '../plot.js';
import { useAdminMessages } from './messages.js';

type Days = MonitorSummary['days'];

// From bottom to top.
const kinds = ['good', 'silent', 'contradiction', 'failure'] as const;

const dayCount = 30;
const dayMs = 86_400_000;

/** Returns the share of each kind among the checks of a day. */
function partsOf({ verdicts, checks: all }: Days[number]) {
  return kinds.map((kind) => {
    const ofKind = verdicts.filter(({ verdict }) => verdictKinds[verdict] === kind);
    return { class: kind, share: ofKind.reduce((sum, { checks }) => sum + checks, 0) / all };
  });
}

/** The check results of each day: a plot of their shares, and a table. */
export function VerdictDays({ days }: { days: Days }) {
  const messages = useMessages();
  const own = useAdminMessages();
  const { verdicts } = useMonitorMessages();
  if (days.length === 0) return <p>{own.noChecks}</p>;
  const first = Math.floor(Date.now() / dayMs) - dayCount + 1;
  const dates = Array.from({ length: dayCount }, (_, place) =>
    new Date((first + place) * dayMs).toISOString().slice(0, 10),
  );
  const byDate = new Map(days.map((day) => [day.day.slice(0, 10), day]));
  return (
    <Plot
      caption={own.verdictShares}
      max={100}
      period={[messages.day(dates[0] ?? ''), messages.day(dates.at(-1) ?? '')]}
      columns={dates.map((date) => {
        const day = byDate.get(date);
        return day ? partsOf(day) : [];
      })}
      legend={kinds.map((kind) => ({ class: kind, name: own.verdictKinds[kind] }))}
      table={
        <FiguresTable
          label={own.verdictsByDay}
          columns={[own.day, own.checks, own.found]}
          rows={days.map((day) => [
            <time dateTime={day.day}>{messages.day(day.day)}</time>,
            messages.number(day.checks),
            day.verdicts.map(({ verdict, checks }) => `${verdicts[verdict]} × ${messages.number(checks)}`).join(', '),
          ])}
        />
      }
    />
  );
}
