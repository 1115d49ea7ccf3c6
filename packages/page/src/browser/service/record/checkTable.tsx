import type { CheckHistory } from '@shirube/contracts';
import { FiguresTable } from '../../figuresTable.js';
import { plainAmount } from '../../formats.js';
import { useMessages } from '../../language/language.js';
import { useMonitorMessages } from '../../language/monitorMessages.js';
import { useRecordMessages } from '../messages.js';

/** The figures of the chart, latest first. */
export function CheckTable({ history: { steps, step } }: { history: CheckHistory }) {
  const messages = useMessages();
  const texts = useRecordMessages();
  const { verdicts } = useMonitorMessages();
  const { columns } = texts;
  const time = (at: string) => (step === 'day' ? messages.day(at) : messages.moment(at));
  return (
    <details class="figures-table">
      <summary>{texts.table}</summary>
      <FiguresTable
        label={texts.table}
        columns={[columns.time, columns.uptime, columns.response, columns.price, columns.checks]}
        rows={steps
          .toReversed()
          .map((each) => [
            <time dateTime={each.at}>{time(each.at)}</time>,
            texts.percent(each.uptime),
            texts.milliseconds(each.responseMs),
            each.price === null ? '–' : `${plainAmount(each.price)} ${each.currency ?? ''}`,
            each.verdicts.map(({ verdict, checks }) => texts.times(verdicts[verdict], checks)).join(', '),
          ])}
      />
    </details>
  );
}
