import type { CheckHistory } from '@shirube/contracts';
import { useMessages } from '../../language/language.js';
import { useMonitorTexts } from '../../language/monitorTexts.js';
import { ScrollBox } from '../../scrollBox.js';
import { plainAmount } from '../../writtenForms.js';
import { useRecordMessages } from './language/recordMessages.js';

/** The same as the drawing in figures, the latest first. */
export function CheckTable({ history: { steps, step } }: { history: CheckHistory }) {
  const messages = useMessages();
  const texts = useRecordMessages();
  const { verdicts } = useMonitorTexts();
  const time = (at: string) => (step === 'day' ? messages.date(at) : messages.moment(at));
  return (
    <details class="figures-table">
      <summary>{texts.table}</summary>
      <ScrollBox label={texts.table}>
        <table>
          <thead>
            <tr>
              {[texts.columns.time, texts.columns.uptime, texts.columns.response, texts.columns.price].map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
              <th scope="col">{texts.columns.seen}</th>
            </tr>
          </thead>
          <tbody>
            {steps.toReversed().map((each) => (
              <tr key={each.at}>
                <th scope="row">
                  <time dateTime={each.at}>{time(each.at)}</time>
                </th>
                <td>{texts.percent(each.uptime)}</td>
                <td>{texts.milliseconds(each.responseMs)}</td>
                <td>{each.price === null ? '–' : `${plainAmount(each.price)} ${each.currency ?? ''}`}</td>
                <td>{each.verdicts.map(({ verdict, checks }) => texts.times(verdicts[verdict], checks)).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  );
}
