import type { MonitorSummary } from '@shirube/contracts';
import { verdictKinds } from '../contractTables.js';
import { FiguresTable } from '../figuresTable.js';
import { useMessages } from '../language/language.js';
import { useMonitorTexts } from '../language/monitorTexts.js';
import { useAdminMessages } from './language/adminMessages.js';

type Days = MonitorSummary['days'];

const height = 24;
// From bottom to top.
const kinds = ['good', 'silent', 'contradiction', 'failure'] as const;

const shownDays = 30;
const daysSince = (day: string): number => Math.floor((Date.now() - Date.parse(day)) / 86_400_000);

const checksOf = (day: Days[number], kind: (typeof kinds)[number]): number =>
  day.verdicts.filter(({ verdict }) => verdictKinds[verdict] === kind).reduce((sum, { checks }) => sum + checks, 0);

/** The check results of each day: a chart of their shares, and a table. */
export function VerdictDays({ days }: { days: Days }) {
  const messages = useMessages();
  const own = useAdminMessages();
  const { verdicts } = useMonitorTexts();
  if (days.length === 0) return <p>{own.noChecks}</p>;
  return (
    <>
      <svg class="verdict-days" viewBox={`0 0 ${shownDays} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map((day) => (
          <DayBar key={day.day} day={day} x={shownDays - 1 - daysSince(day.day)} />
        ))}
      </svg>
      <FiguresTable
        label={own.verdictsByDay}
        columns={[own.day, own.checks, own.found]}
        rows={days.map((day) => [
          <time dateTime={day.day}>{messages.date(day.day)}</time>,
          messages.number(day.checks),
          day.verdicts.map(({ verdict, checks }) => `${verdicts[verdict]} × ${messages.number(checks)}`).join(', '),
        ])}
      />
    </>
  );
}

function DayBar({ day, x }: { day: Days[number]; x: number }) {
  let top = height;
  return (
    <>
      {kinds.map((kind) => {
        const tall = day.checks === 0 ? 0 : (checksOf(day, kind) / day.checks) * height;
        top -= tall;
        return <rect key={kind} class={kind} x={x + 0.1} y={top} width={0.8} height={tall} />;
      })}
    </>
  );
}
