import type { MonitorSummary } from '@shirube/contracts';
import { FiguresTable } from '../figuresTable.js';
import { useMessages } from '../language/language.js';
import { useMonitorMessages } from '../language/monitorMessages.js';
import { useAdminMessages } from './messages.js';

/** The check results of each day. */
export function VerdictDays({ days }: { days: MonitorSummary['days'] }) {
  const messages = useMessages();
  const own = useAdminMessages();
  const { verdicts } = useMonitorMessages();
  return (
    <FiguresTable
      label={own.verdictsByDay}
      none={own.noChecks}
      columns={[own.day, own.checks, own.found]}
      rows={days.map((day) => [
        <time dateTime={day.day}>{messages.day(day.day)}</time>,
        messages.number(day.checks),
        day.verdicts.map(({ verdict, checks }) => `${verdicts[verdict]} × ${messages.number(checks)}`).join(', '),
      ])}
    />
  );
}
